@rem The "exec" of other shells, with which package.json starts what takes signals: cmd.exe looks for programs in this folder first.
@%*
