"""Commands: who may do what. Each returns the event that a request leads to, or refuses it with a sentence.

A command takes the room and the device that asks. It returns the event to store, or None where there is
nothing to do (a second tap), and raises `Refused` with the sentence to show.
"""
