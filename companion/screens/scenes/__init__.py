"""What is on each scene of the TV; `screens/story.py` says which are played, in which order, and when."""


class SceneView:
    """What is on a scene; each kind has its own, which its template in `tv/scenes/` draws."""

    __slots__ = ()
