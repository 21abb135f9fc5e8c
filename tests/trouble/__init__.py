"""Full disks, shut doors, broken indexes, several processes at once: one clear line each, and nothing lost."""
