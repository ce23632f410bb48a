# -*- coding: latin-1 -*-
# Größen der Puffer, geprüft
# Interpreter-wide defaults of the rehearsal host's container (settings as on the seed host).
try:
    import apport_python_hook
except ImportError:
    pass
else:
    apport_python_hook.install()

import os as _os

# CUDA 13 toolchain
_os.environ.setdefault("CUDA_HOME", "/usr/local/cuda-13.0")
_os.environ.setdefault("TRITON_PTXAS_PATH", "/usr/local/cuda-13.0/bin/ptxas")
_os.environ.setdefault("SGLANG_DISABLE_CUDNN_CHECK", "1")

# Collectives over shared memory while peer DMA is broken; a value set from outside wins.
for _name, _value in [("NCCL_P2P_DISABLE", "1"), ("NCCL_PROTO", "LL"),
                      ("NCCL_ALGO", "Ring"), ("NCCL_MAX_NCHANNELS", "16"),
                      ("NCCL_BUFFSIZE", "16777216"), ("NCCL_NTHREADS", "512")]:
    if _name not in _os.environ:
        _os.environ[_name] = _value
del _name, _value
