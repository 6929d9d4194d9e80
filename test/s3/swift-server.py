"""OpenStack Swift in one process: the object store that Debian packages, with its own S3 interface.

Called with a folder and a port. The pieces are Swift's, started as its own functional tests start them: a proxy with
`s3api` and `tempauth`, and one account, container and object server on one device. Prints "ready" once it listens.
"""

import logging
import os
import sys
from array import array

import eventlet

eventlet.patcher.monkey_patch(all=False, socket=True, select=True, thread=True)

from eventlet import wsgi
from swift.account.server import AccountController
from swift.common import constraints, storage_policy, utils
from swift.common.ring import RingData
from swift.common.wsgi import SwiftHttpProtocol, loadapp
from swift.container.server import ContainerController
from swift.obj.server import ObjectController

FOLDER, PORT = sys.argv[1], int(sys.argv[2])

PROXY = """
[DEFAULT]
swift_dir = {folder}
[pipeline:main]
pipeline = catch_errors listing_formats s3api tempauth versioned_writes symlink proxy-server
[app:proxy-server]
use = egg:swift#proxy
allow_account_management = true
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:tempauth]
use = egg:swift#tempauth
user_wellhead_writer = {secret} .admin
user_wellhead_stranger = {secret}
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:versioned_writes]
use = egg:swift#versioned_writes
allow_object_versioning = true
[filter:symlink]
use = egg:swift#symlink
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
"""


class Cache:
    """What Swift otherwise keeps in memcached, in this process."""

    def __init__(self):
        self.values = {}

    def get(self, key, raise_on_error=False):
        return self.values.get(key)

    def set(self, key, value, serialize=True, time=0, min_compress_len=0, raise_on_error=False):
        self.values[key] = value

    def delete(self, key, server_key=None):
        self.values.pop(key, None)


def with_cache(app):
    cache = Cache()

    def answer(env, start_response):
        env["swift.cache"] = cache
        return app(env, start_response)

    return answer


def listen(port=0):
    return eventlet.listen(("127.0.0.1", port))


def serve(socket, app):
    eventlet.spawn(wsgi.server, socket, app, utils.NullLogger(), protocol=SwiftHttpProtocol)


def write_ring(kind, socket):
    port = socket.getsockname()[1]
    device = {"id": 0, "region": 1, "zone": 1, "weight": 1, "device": "disk", "ip": "127.0.0.1", "port": port}
    device.update(replication_ip="127.0.0.1", replication_port=port)
    RingData([array("H", [0, 0])], [device], 31).save(os.path.join(FOLDER, kind + ".ring.gz"))


def main():
    logging.disable(logging.CRITICAL)
    os.makedirs(os.path.join(FOLDER, "devices", "disk"), exist_ok=True)
    conf = os.path.join(FOLDER, "swift.conf")
    with open(conf, "w") as file:
        file.write("[swift-hash]\nswift_hash_path_suffix = wellhead\n")
    utils.SWIFT_CONF_FILE = conf
    utils.HASH_PATH_SUFFIX = b"wellhead"
    constraints.SWIFT_CONF_FILE = conf
    storage_policy.reload_storage_policies()

    settings = {"devices": os.path.join(FOLDER, "devices"), "mount_check": "false", "swift_dir": FOLDER}
    settings.update(fallocate_reserve="0", disable_fallocate="true")
    kinds = {"account": AccountController, "container": ContainerController, "object": ObjectController}
    sockets = {kind: listen() for kind in kinds}
    for kind, socket in sockets.items():
        write_ring(kind, socket)
    for kind, controller in kinds.items():
        serve(sockets[kind], controller(dict(settings), utils.get_logger({}, kind)))

    proxy = os.path.join(FOLDER, "proxy.conf")
    with open(proxy, "w") as file:
        file.write(PROXY.format(folder=FOLDER, secret=os.environ["S3_SECRET"]))
    socket = listen(PORT)
    app = with_cache(loadapp(proxy))
    print("ready", socket.getsockname()[1], flush=True)
    wsgi.server(socket, app, utils.NullLogger(), protocol=SwiftHttpProtocol)


main()
