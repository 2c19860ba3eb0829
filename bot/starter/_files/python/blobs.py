# A bot for blobs: each of its blobs goes to the nearest pellet. The function is called once for
# each blob of your family; near, me and storage have attributes. North, SplitSouth, SendEast(7),
# taxiDist and the rest of docs/rules/blobs.md, What a bot gets, are in scope.


def bot(map_length, near, me, storage):
    if me.energy > 150:
        return SplitSouth  # it costs 50; what is left is shared by parent and child
    if not near.pellets:
        return None  # standing still costs a quarter of a step
    nearest = min(near.pellets, key=lambda pellet: taxiDist(pellet.pos, me.pos))
    x, y = nearest.pos
    if x != me.pos[0]:
        return East if x > me.pos[0] else West
    return South if y > me.pos[1] else North
