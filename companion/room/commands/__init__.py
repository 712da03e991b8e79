"""Commands: who may do what. A request becomes an event, or is refused with a sentence.

Every command takes the room as it is and the device that asks, and returns the event to be stored, or
None where there is nothing to do (a second tap). All raise `Refused`.
"""
