"""Training a game's judge by self-play, on one GPU or on the cores of a CPU (`pip install 'bastide[train]'`)."""
