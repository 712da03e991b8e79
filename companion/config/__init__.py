"""What the operator configures: settings and limits; and the addresses of this computer."""
