"""The tests, one file a module, in the folders of the package."""
