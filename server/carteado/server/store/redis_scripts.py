"""The scripts that run inside Redis; each makes all its checks before its first write.

A script that fails half-way keeps what it had written, so nothing may fail after the first write:
memory is refused before it, and the id of a stream's entry is checked by the write that is first.
All keys of a script share the hash tag of one partition.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field

__all__ = [
    "ACQUIRE",
    "APPEND",
    "CONFIGURE",
    "CREATE",
    "PROJECT",
    "RELEASE",
    "RENEW",
    "TRIM",
    "Script",
]


@dataclass(frozen=True, slots=True)
class Script:
    """A script, and the SHA-1 by which Redis knows it."""

    text: str
    sha: str = field(init=False)

    def __post_init__(self) -> None:
        sha = hashlib.sha1(self.text.encode(), usedforsecurity=False).hexdigest()
        object.__setattr__(self, "sha", sha)


_HEAD = """
local function head(key)
  local m = redis.call('HMGET', key, 'epoch', 'owner', 'ver', 'head', 'batch')
  return m[1] or '0', m[2] or '', m[3] or '0', m[4] or '', m[5] or ''
end
"""

APPEND = Script(
    _HEAD
    + """
-- KEYS meta, events, lease, feed, position
-- ARGV epoch, owner, expected, previous, batch, count, digest, body, lease, ttl, table, feed cap
local epoch, owner, ver, hash, batch = head(KEYS[1])
local function answer(kind) return {kind, ver, hash, epoch, batch} end
if tonumber(epoch) < tonumber(ARGV[1]) then return answer('LOST') end
if epoch ~= ARGV[1] or owner ~= ARGV[2] then return answer('FENCED') end
if batch == ARGV[5] then
  redis.call('HSET', KEYS[1], 'batch', batch)  -- a write that a WAIT after it can vouch for
  return answer('DUP')
end
local expected, actual = tonumber(ARGV[3]), tonumber(ver)
if actual < expected then return answer('LOST') end
if actual > expected then return answer('CONFLICT') end
if hash ~= ARGV[4] then return answer('DIVERGED') end
local last = expected + tonumber(ARGV[6])
redis.call('XADD', KEYS[2], string.format('%d-%s', expected + 1, ARGV[6]), 'b', ARGV[8])
redis.call('HSET', KEYS[1], 'ver', string.format('%d', last), 'head', ARGV[7], 'batch', ARGV[5])
redis.call('SET', KEYS[3], ARGV[9], 'PX', ARGV[10])
local at = redis.call('INCR', KEYS[5])
redis.call('XADD', KEYS[4], 'MAXLEN', '~', ARGV[12], string.format('%d-0', at),
  't', ARGV[11], 'f', string.format('%d', expected + 1), 'l', string.format('%d', last))
return 1
"""
)

ACQUIRE = Script(
    """
-- KEYS meta, lease, tables, open; ARGV holder, owner, ttl, table
local held = redis.call('GET', KEYS[2])
if held then
  local holder = string.sub(held, 18)
  if holder ~= ARGV[1] then return {'BUSY', holder, redis.call('PTTL', KEYS[2])} end
end
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local before = tonumber(redis.call('HGET', KEYS[1], 'epoch') or '0')
local epoch = string.format('%.0f', math.max(before + 1, now))
local closed = redis.call('HGET', KEYS[1], 'closed')
redis.call('HSET', KEYS[1], 'epoch', epoch, 'owner', ARGV[2])
redis.call('SET', KEYS[2], ARGV[2] .. ' ' .. ARGV[1], 'PX', ARGV[3])
redis.call('SADD', KEYS[3], ARGV[4])
if closed ~= '1' then redis.call('ZADD', KEYS[4], now, ARGV[4]) end
return {'OK', epoch, redis.call('HMGET', KEYS[1], 'ver', 'head')}
"""
)

RENEW = Script(
    """
-- KEYS meta, lease; ARGV owner, holder, ttl
if redis.call('HGET', KEYS[1], 'owner') ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[2], ARGV[1] .. ' ' .. ARGV[2], 'PX', ARGV[3])
return 1
"""
)

RELEASE = Script(
    """
-- KEYS meta, lease, open; ARGV owner, table, closed
if redis.call('HGET', KEYS[1], 'owner') ~= ARGV[1] then return 0 end
if ARGV[3] == '1' then
  redis.call('HSET', KEYS[1], 'closed', '1')
  redis.call('ZREM', KEYS[3], ARGV[2])
end
redis.call('DEL', KEYS[2])
return 1
"""
)

CREATE = Script(
    """
-- KEYS meta, events, staged, tables, open, feed, position
-- ARGV table, feed cap, number of words, fields of meta ..., first, last
if tonumber(redis.call('HGET', KEYS[1], 'ver') or '0') > 0 then return 0 end
redis.call('DEL', KEYS[1])
redis.call('RENAME', KEYS[3], KEYS[2])
redis.call('PERSIST', KEYS[2])
local fields = tonumber(ARGV[3])
redis.call('HSET', KEYS[1], unpack(ARGV, 4, 3 + fields))
redis.call('SADD', KEYS[4], ARGV[1])
redis.call('ZADD', KEYS[5], 0, ARGV[1])
local at = redis.call('INCR', KEYS[7])
redis.call('XADD', KEYS[6], 'MAXLEN', '~', ARGV[2], string.format('%d-0', at),
  't', ARGV[1], 'f', ARGV[4 + fields], 'l', ARGV[5 + fields])
return 1
"""
)

TRIM = Script(
    """
-- KEYS meta, events; ARGV base, hash
redis.call('HSET', KEYS[1], 'base', ARGV[1], 'basehead', ARGV[2])
return redis.call('XTRIM', KEYS[2], 'MINID', string.format('%d', tonumber(ARGV[1]) + 1))
"""
)

PROJECT = Script(
    """
-- KEYS projection; ARGV position, then for each value: 1 or 0 to remove it, key, value
local at = tonumber(redis.call('HGET', KEYS[1], 'at') or '0')
if tonumber(ARGV[1]) <= at then return 0 end
redis.call('HSET', KEYS[1], 'at', ARGV[1])
for index = 2, #ARGV, 3 do
  if ARGV[index] == '1' then
    redis.call('HSET', KEYS[1], 'k:' .. ARGV[index + 1], ARGV[index + 2])
  else
    redis.call('HDEL', KEYS[1], 'k:' .. ARGV[index + 1])
  end
end
return 1
"""
)

CONFIGURE = Script(
    """
-- KEYS configuration; ARGV format, partitions
if redis.call('EXISTS', KEYS[1]) == 0 then
  redis.call('HSET', KEYS[1], 'format', ARGV[1], 'partitions', ARGV[2])
end
return redis.call('HMGET', KEYS[1], 'format', 'partitions')
"""
)
