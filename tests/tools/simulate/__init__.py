"""Simulated parties in which clocks, network, disk and servers go wrong, and checks after each step."""
