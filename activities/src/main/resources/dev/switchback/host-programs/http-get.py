# switchback host program: http-get
"""Fetches a URL once. Arguments: URL, seconds to wait at most. Proxies of the environment are not used."""
import json
import sys
import urllib.error
import urllib.request

LARGEST = 1 << 20


def fetch(url, seconds):
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(url, timeout=seconds) as answer:
            return answer.status, answer.read(LARGEST), ""
    except urllib.error.HTTPError as error:
        return error.code, error.read(LARGEST), ""
    except (OSError, ValueError) as error:
        return 0, b"", "%s: %s" % (type(error).__name__, error)


status, body, problem = fetch(sys.argv[1], float(sys.argv[2]))
print(json.dumps({"status": status, "body": body.decode("utf-8", "replace"), "error": problem}))
