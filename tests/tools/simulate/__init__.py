"""A party simulator: phones, TV, hosts, servers, network and disk in one process, all decided by a seed.

The application is the real one; only clocks, chance, threads, network, bus and disk are simulated. A run is
made of worlds, and each world is a party that does what its plan says. After each step and at each rest it is
checked (`checks.py`); a failure is a seed, whose plan is shrunk by leaving steps out.

What follows from events is said a second time in `oracle.py`, and `secrecy.py` compares two parties that
differ in one hidden number or dealt card.

For planted bugs (`bugs.py`): `run(seed, rounds, bugs=(bug, ...))`. A bug is a function without arguments that
returns a context manager, which patches one function of the application. It is entered for each world, before
any server is made, and left after the world. `Outcome.failure` names the check that found it, what it found,
the plan with the seed of the world, and the step; `Outcome.worlds` and `rounds` are how much it took.
"""

from tests.tools.simulate.run import Failure, Outcome, run

__all__ = ["Failure", "Outcome", "run"]
