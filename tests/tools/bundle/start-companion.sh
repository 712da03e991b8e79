#!/bin/sh
# For file managers that start scripts only.
exec "$(dirname "$(readlink -f "$0")")/companion"
