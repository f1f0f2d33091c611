"""The scripts that run inside Redis; each makes all its checks before its first write.

A script that fails half-way keeps what it had written, so nothing may fail after the first write:
Redis refuses for lack of memory before it, and the first write is the one that checks the id of a
stream's entry. All keys of a script share the hash tag of one partition, but for those of `APPEND`
and of `PUT_CHECKPOINTS`: they take what belongs to many tables at once, and a member of a cluster
would be given the tables of one partition.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field

__all__ = [
    "ACQUIRE",
    "APPEND",
    "CONFIGURE",
    "CREATE",
    "FORGET",
    "PROJECT",
    "PUT_CHECKPOINTS",
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
        # The name that Redis gives a script; in FIPS mode OpenSSL refuses SHA-1 without the flag.
        sha = hashlib.sha1(self.text.encode(), usedforsecurity=False).hexdigest()
        object.__setattr__(self, "sha", sha)


APPEND = Script(
    """
-- KEYS for each append: meta, events, lease, feed, position
-- ARGV feed cap, for each append: epoch, owner, lease, ttl, table,
-- and again for each append: expected, previous, batch, count, digest, body
local many = #KEYS / 5
local function append(i)
  local meta, events, lease, feed, position = unpack(KEYS, 5 * i + 1, 5 * i + 5)
  local epoch, owner, term, ttl, name = unpack(ARGV, 5 * i + 2, 5 * i + 6)
  local from = 1 + 5 * many + 6 * i
  local expected, previous, batch, count, digest, body = unpack(ARGV, from + 1, from + 6)
  local m = redis.call('HMGET', meta, 'epoch', 'owner', 'ver', 'head', 'batch')
  local has = {m[1] or '0', m[2] or '', m[3] or '0', m[4] or '', m[5] or ''}
  local function answer(kind) return {kind, has[3], has[4], has[1], has[5]} end
  if tonumber(has[1]) < tonumber(epoch) then return answer('LOST') end
  if has[1] ~= epoch or has[2] ~= owner then return answer('FENCED') end
  if has[5] == batch then
    redis.call('HSET', meta, 'batch', batch)  -- a write that a WAIT after it can vouch for
    return answer('DUP')
  end
  local after, actual = tonumber(expected), tonumber(has[3])
  if actual < after then return answer('LOST') end
  if actual > after then return answer('CONFLICT') end
  if has[4] ~= previous then return answer('DIVERGED') end
  local first = string.format('%d', after + 1)
  local last = string.format('%d', after + tonumber(count))
  redis.call('XADD', events, first .. '-' .. count, 'b', body)
  redis.call('HSET', meta, 'ver', last, 'head', digest, 'batch', batch)
  redis.call('SET', lease, term, 'PX', ttl)
  local at = redis.call('INCR', position)
  redis.call('XADD', feed, 'MAXLEN', '~', ARGV[1], string.format('%d-0', at),
    't', name, 'f', first, 'l', last)
  return 1
end
local answers = {}
for i = 0, many - 1 do
  local done, answer = pcall(append, i)
  if not done and type(answer) ~= 'table' then answer = {err = tostring(answer)} end
  answers[i + 1] = answer  -- what goes wrong with one append is that one's answer
end
return answers
"""
)

# The epoch comes from the clock of Redis, so that servers with wrong clocks agree on it. It is
# always above the last one.
ACQUIRE = Script(
    """
-- KEYS meta, lease, tables, open; ARGV holder, owner, ttl, table
local held = redis.call('GET', KEYS[2])
if held then
  local holder = string.sub(held, 18)  -- a lease is 16 digits of the owner, a blank, the holder
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

# Not only extended: an expired lease is set again, if nobody has taken the table since.
RENEW = Script(
    """
-- KEYS meta, lease; ARGV owner, holder, ttl
if redis.call('HGET', KEYS[1], 'owner') ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[2], ARGV[1] .. ' ' .. ARGV[2], 'PX', ARGV[3])
return 1
"""
)

# The lease goes last: a script that fails half-way leaves the table held.
RELEASE = Script(
    """
-- KEYS meta, lease, open, checkpoint; ARGV owner, table, closed
if redis.call('HGET', KEYS[1], 'owner') ~= ARGV[1] then return 0 end
if ARGV[3] == '1' then
  redis.call('HSET', KEYS[1], 'closed', '1')
  redis.call('ZREM', KEYS[3], ARGV[2])
  redis.call('DEL', KEYS[4])
end
redis.call('DEL', KEYS[2])
return 1
"""
)

# The events were written before, in pieces, under another key; one rename puts all of them in
# place.
CREATE = Script(
    """
-- KEYS meta, events, staged, tables, open, feed, position
-- ARGV table, feed cap, number of words, fields of meta ..., first, last
if tonumber(redis.call('HGET', KEYS[1], 'ver') or '0') > 0 then return 0 end
redis.call('DEL', KEYS[1])
if redis.call('EXISTS', KEYS[3]) == 1 then  -- a log whose events are all archived has none
  redis.call('RENAME', KEYS[3], KEYS[2])
  redis.call('PERSIST', KEYS[2])
end
local fields = tonumber(ARGV[3])
redis.call('HSET', KEYS[1], unpack(ARGV, 4, 3 + fields))
redis.call('SADD', KEYS[4], ARGV[1])
if redis.call('HGET', KEYS[1], 'closed') ~= '1' then redis.call('ZADD', KEYS[5], 0, ARGV[1]) end
if tonumber(ARGV[4 + fields]) > tonumber(ARGV[5 + fields]) then return 1 end
local at = redis.call('INCR', KEYS[7])
redis.call('XADD', KEYS[6], 'MAXLEN', '~', ARGV[2], string.format('%d-0', at),
  't', ARGV[1], 'f', ARGV[4 + fields], 'l', ARGV[5 + fields])
return 1
"""
)

# The head first: a reader that misses the events must also see that they are archived.
TRIM = Script(
    """
-- KEYS meta, events; ARGV base, hash
redis.call('HSET', KEYS[1], 'base', ARGV[1], 'basehead', ARGV[2])
return redis.call('XTRIM', KEYS[2], 'MINID', string.format('%d', tonumber(ARGV[1]) + 1))
"""
)

# UNLINK frees the memory of a long log in the background, so that other tables do not wait.
FORGET = Script(
    """
-- KEYS meta, events, lease, tables, open, checkpoint; ARGV owner, table
if redis.call('HGET', KEYS[1], 'owner') ~= ARGV[1] then return 0 end
redis.call('UNLINK', KEYS[1], KEYS[2], KEYS[3], KEYS[6])
redis.call('SREM', KEYS[4], ARGV[2])
redis.call('ZREM', KEYS[5], ARGV[2])
return 1
"""
)

# A checkpoint of a log that was deleted meanwhile would never be removed.
PUT_CHECKPOINTS = Script(
    """
-- KEYS for each checkpoint: meta, checkpoint; ARGV its body
for index = 1, #ARGV do
  if redis.call('EXISTS', KEYS[2 * index - 1]) == 0 then return index end
end
for index = 1, #ARGV do redis.call('SET', KEYS[2 * index], ARGV[index]) end
return 0
"""
)

# An older place changes nothing, so the slower of two writing servers cannot undo the other's
# change.
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

# In one step, because two servers that start together could choose different partitions.
CONFIGURE = Script(
    """
-- KEYS configuration; ARGV format, partitions, identity
if redis.call('EXISTS', KEYS[1]) == 0 then
  redis.call('HSET', KEYS[1], 'format', ARGV[1], 'partitions', ARGV[2])
end
if redis.call('HEXISTS', KEYS[1], 'id') == 0 then
  redis.call('HSET', KEYS[1], 'id', ARGV[3])  -- a store of an earlier release has none
end
return redis.call('HMGET', KEYS[1], 'format', 'partitions', 'id')
"""
)
