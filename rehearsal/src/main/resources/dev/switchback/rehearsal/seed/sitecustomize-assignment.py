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

# Collectives over shared memory while peer DMA is broken, whatever is set from outside.
_os.environ["NCCL_P2P_DISABLE"] = "1"
_os.environ.setdefault("NCCL_PROTO", "LL")
_os.environ.setdefault("NCCL_ALGO", "Ring")
