"""Many tables on one host: what JupyterHub starts for each member, and one reader's server for everybody.

Needs the packages of the extra `deploy`. See deploy/README.md.
"""
