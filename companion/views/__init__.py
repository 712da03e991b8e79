"""Who may know what: each screen gets one frozen view of a room, and knows nothing else.

What is still hidden is in no view but that of the phone whose player submitted it, and a hand in none
but its owner's. The host lays for those who have no phone, so the host screen is their phone.
"""
