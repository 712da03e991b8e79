"""One frozen view for each screen: what is not in it cannot leak, so this package decides who may know what.

A hidden play is only in the view of the phone that submitted it, and a hand only in its owner's. For players
without a phone the host enters plays, so the host's view takes the place of their phone.
"""
