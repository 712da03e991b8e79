"""Migrations: they bring the database of any earlier release to the tables of this one."""
