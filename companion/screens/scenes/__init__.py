"""What is on each scene of the TV; `screens/story.py` says which are played, in which order, and when."""
