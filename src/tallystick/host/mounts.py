"""Says whether a folder stands on a network file system, where a write-ahead log is not safe."""

from __future__ import annotations

import os

_NETWORK = (
    "nfs",
    "nfs4",
    "cifs",
    "smb3",
    "smbfs",
    "sshfs",
    "fuse.sshfs",
    "9p",
    "afs",
    "ceph",
    "glusterfs",
    "fuse.glusterfs",
    "lustre",
    "gpfs",
    "ncpfs",
)


def is_network(path: str) -> bool:
    """Say whether the mount that holds a path is a network file system; unknown counts as local."""
    return file_system(path) in _NETWORK


def file_system(path: str) -> str:
    """Return the type of the file system that holds a path, empty where the system does not tell."""
    real = os.path.realpath(path)
    best, kind = "", ""
    try:
        with open("/proc/self/mounts", encoding="utf-8", errors="surrogateescape") as mounts:
            for line in mounts:
                fields = line.split(" ")
                point = fields[1].replace("\\040", " ")
                if len(point) >= len(best) and (real == point or real.startswith(point.rstrip("/") + "/")):
                    best, kind = point, fields[2]
    except (OSError, IndexError):
        return ""
    return kind
