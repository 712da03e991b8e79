"""The two sample games that the inventor of It's Good Enough printed, number by number."""

ONE = {
    "Alice": (99, 50, 73, 88, 97),
    "Bob": (0, 50, 22, 70, 78),
    "Carol": (50, 50, 6, 75, 39),
    "Dave": (49, 1, 25, 97, 27),
}
TWO = {
    "Xander": (4, 87, 55, 23, 50),
    "Yvonne": (22, 83, 55, 66, 50),
    "Zachary": (89, 59, 0, 50, 50),
}
