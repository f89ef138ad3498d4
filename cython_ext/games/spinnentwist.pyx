"""Spinnentwist: males, matings and the walks of the female (rules/spinnentwist.md).

A set of crossing points is two words, one bit a point: point 0 is the centre, then the
spokes follow one after the other, each from the inside out. The web below has three
spokes of two points:

          2               bit   0 1 2 3 4 5 6
          1               point o a1 a2 b1 b2 c1 c2
        5 0 3
       6     4

The female's reaction (rulings 1 to 6) needs no search for paths: a step towards a target
leads from a point at distance d to a neighbour at distance d - 1, so the ends of all
shortest walks are found layer by layer, with one set of points for each target and
distance, its sphere.

Action ids: entries, one an entry field; then moves, one for each direction of each
thread, by the point of departure; then `end`, `pass`, the final points of a reaction, and
the six numbers of the die as outcomes.
"""
from libc.math cimport tanh
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t

from springtail.cython_ext.bits cimport hash_bytes
from springtail.cython_ext.game cimport Game, State
from springtail.cython_ext.rng cimport Rng, rng_below
from springtail.cython_ext.rules cimport CHANCE, OVER, Action, Rules, highest_wins
from springtail.cython_ext.wide_bits cimport (
    Bits, both, either, has, is_empty, nth_of, put, size_of, take, take_first, without,
)

cdef enum:
    SPIDERS = 10        # males of a seat
    MAX_POINTS = 128
    MAX_SPOKES = 14
    MAX_DEGREE = 16     # threads at one point
    MAX_MOVES = MAX_POINTS * MAX_DEGREE
    MOST_ACTIONS = MAX_SPOKES + SPIDERS * MAX_DEGREE + 1    # of one position; more than points
    CENTRE = 0
    NOWHERE = 255       # fills the lists of neighbours
    FACES = 6
    MATING_POINTS = 2
    MOST_QUIET_TURNS = 60   # ruling 24
    MOST_TURNS = 400
    TRIES = 16          # draws of a random action before all are listed

cdef enum:              # phases: what comes next
    TURN                # the mover enters, moves, mates or ends his turn
    REACTION            # the opponent moves the female
    ROLL                # chance: the die for a meal
    ENDED

cdef enum:              # what an action is worth in `order`
    MATES = 100
    LURES_FEMALE = 40   # beside an own male that may still move, wherever she stops
    FEEDS_OTHER = 30
    NEAR_SLEEPER = 20   # less the distance, while she eats
    ENDS_TURN = -8
    LOSES_MALE = -30

# What `estimate` adds to the margin, in points, and the margin that matters. Fitted by least squares to the returns of
# 320 games between two MCTS of 400 simulations, 12,800 positions of both webs.
cdef double SPIDER_LEFT = 0.66
cdef double MATING_NOW = 1.7    # the mover has a male beside her that may mate
cdef double MATING_NEXT = 0.9   # the other has one beside her, and she eats
cdef double MALE_BESIDE = -0.7  # beside her while she is awake
cdef double MALE_NEAR = -0.4    # two steps from her while she is awake
cdef double SPREAD = 0.34       # for each spider left

ctypedef Bits Points        # a set of points

ctypedef struct Board:
    Points males[2]         # [seat]
    Points moved            # males of the mover that entered or moved this turn
    uint8_t phase
    uint8_t mover           # the seat whose turn it is
    uint8_t female          # her point
    uint8_t shaken          # where the male stands that she walks to, in a REACTION; else 0
    uint8_t die             # shakes that she will sit through; 0 when she is awake
    uint8_t has_acted       # this turn: an entry, a move or a mating
    uint8_t has_entered
    uint8_t has_mated
    uint8_t supply[2]
    uint8_t mated[2]
    uint8_t eaten[2]
    uint8_t unused[2]
    # The counters of ruling 24, the last word of the State: without it the State is what can come back (recurring_key).
    uint16_t turns          # ended, of both seats
    uint8_t quiet_turns     # of them, the last in succession without entry, mating or meal; 0 when this one has had one
    uint8_t is_eventful     # this turn: an entry, a mating or a meal
    uint8_t idle[4]

cdef struct Tables:
    int points
    int spokes
    int entries                                     # entry fields
    int first_end                                   # action ids
    int first_reaction
    int first_outcome
    int ticket_bits                                 # 2 to that power are enough for the threads of all other points
    int spheres_a_target                            # the diameter and 1
    uint8_t entry_fields[MAX_SPOKES]
    uint8_t spoke_of[MAX_POINTS]                    # without meaning for the centre
    uint8_t degrees[MAX_POINTS]
    uint8_t neighbours[MAX_POINTS][MAX_DEGREE]      # ascending
    uint16_t first_move[MAX_POINTS]                 # action id
    uint8_t origins[MAX_MOVES]                      # [move], a move less `entries`
    uint8_t targets[MAX_MOVES]
    Points spoke_sets[MAX_SPOKES]                   # the centre belongs to all
    Points adjacent[MAX_POINTS]
    uint8_t distances[MAX_POINTS * MAX_POINTS]      # [from * points + to]
    Points spheres[MAX_POINTS * MAX_POINTS]         # [target * spheres_a_target + distance]


cdef inline const Tables *tables_of(const Rules *rules) noexcept nogil:
    return <const Tables *>rules.tables


# The female.

cdef inline Points males_of(const Board *board) noexcept nogil:
    return either(board.males[0], board.males[1])


cdef inline int strength(const Tables *tables, Points males, int shaken) noexcept nogil:
    """Count the males on the spoke of the one that shook the web; in the centre, on the fullest (rulings 7 to 10)."""
    cdef int spoke, most = 0
    if shaken != CENTRE:
        return size_of(both(males, tables.spoke_sets[tables.spoke_of[shaken]]))
    for spoke in range(tables.spokes):
        most = max(most, size_of(both(males, tables.spoke_sets[spoke])))
    return most


cdef inline Points reactions(const Tables *tables, Points males, int female, int shaken) noexcept nogil:
    """Return where an awake female may end that walks to a male, this one among the males (rulings 1 to 6)."""
    cdef const Points *spheres = &tables.spheres[shaken * tables.spheres_a_target]
    cdef int distance = tables.distances[shaken * tables.points + female]
    cdef int stop = max(0, distance - strength(tables, males, shaken))
    cdef Points reached, prey
    cdef Points layer = Points(words=[0, 0])
    cdef Points caught = layer
    put(&layer, female)
    while distance > stop and not is_empty(layer):
        distance -= 1
        reached = tables.adjacent[take_first(&layer)]
        while not is_empty(layer):
            reached = either(reached, tables.adjacent[take_first(&layer)])
        reached = both(reached, spheres[distance])
        prey = both(reached, males)
        caught = either(caught, prey)
        layer = without(reached, prey)
    return layer if is_empty(caught) else caught


# Turns.

cdef inline int spiders_left(const Board *board, int seat) noexcept nogil:
    """Count the spiders of a seat in the web and in supply (ruling 23)."""
    return SPIDERS - board.mated[seat] - board.eaten[seat]


cdef inline void note_event(Board *board) noexcept nogil:
    """Start the count of quiet turns again (ruling 24)."""
    board.is_eventful = True
    board.quiet_turns = 0


cdef inline void shake(Board *board, int point) noexcept nogil:
    """Let the female react to the male that came to a point: she walks, or the die goes down (ruling 17)."""
    put(&board.males[board.mover], point)
    put(&board.moved, point)
    board.has_acted = True
    if board.die:
        board.die -= 1
    else:
        board.shaken = <uint8_t>point
        board.phase = REACTION


cdef inline void enter(Board *board, int point) noexcept nogil:
    board.supply[board.mover] -= 1
    board.has_entered = True
    note_event(board)
    shake(board, point)


cdef inline void mate(Board *board) noexcept nogil:
    """Count a male that has left its point; the female does not walk, but she counts the shake (ruling 17)."""
    board.mated[board.mover] += 1
    board.has_acted = True
    board.has_mated = True
    board.die -= board.die > 0
    note_event(board)
    if spiders_left(board, board.mover) == 1:
        board.phase = ENDED


cdef inline void move(Board *board, int origin, int target) noexcept nogil:
    take(&board.males[board.mover], origin)
    if target == board.female:
        mate(board)
    else:
        shake(board, target)


cdef inline void walk(Board *board, int point) noexcept nogil:
    """End a reaction on a point; a male that is there is eaten."""
    cdef int prey
    board.female = <uint8_t>point
    board.shaken = 0
    board.phase = TURN
    for prey in range(2):
        if has(&board.males[prey], point):
            take(&board.males[prey], point)
            take(&board.moved, point)
            board.eaten[prey] += 1
            note_event(board)
            board.phase = ENDED if spiders_left(board, prey) == 1 else ROLL


cdef inline void end_turn(Board *board) noexcept nogil:
    cdef Points none = Points(words=[0, 0])
    board.moved = none
    board.has_acted = False
    board.has_entered = False
    board.has_mated = False
    board.mover ^= 1
    board.turns += 1
    board.quiet_turns += not board.is_eventful
    board.is_eventful = False
    if board.quiet_turns == MOST_QUIET_TURNS or board.turns == MOST_TURNS:
        board.phase = ENDED


cdef inline bint may_enter(const Board *board) noexcept nogil:
    return board.supply[board.mover] > 0 and not board.has_entered


cdef inline Points movable(const Board *board) noexcept nogil:
    """Return the males of the mover that were in the web when the turn began and have not moved (ruling 15)."""
    return without(board.males[board.mover], board.moved)


cdef inline Points closed(const Board *board) noexcept nogil:
    """Return the points that no male can move to (rulings 14 and 30)."""
    cdef Points points = males_of(board)
    if board.has_mated:
        put(&points, board.female)
    return points


# The table of rules.

cdef int mover(const Rules *rules, const void *state) noexcept nogil:
    cdef const Board *board = <const Board *>state
    if board.phase == TURN:
        return board.mover
    if board.phase == REACTION:
        return board.mover ^ 1
    return CHANCE if board.phase == ROLL else OVER


cdef int list_points(Points points, int first, Action *into) noexcept nogil:
    cdef int count = 0
    while not is_empty(points):
        into[count] = first + take_first(&points)
        count += 1
    return count


cdef int list_turn(const Tables *tables, const Board *board, Action *into) noexcept nogil:
    cdef Points barred = closed(board)
    cdef Points males = movable(board)
    cdef int field, point, at, count = 0
    if may_enter(board):
        for field in range(tables.entries):
            point = tables.entry_fields[field]
            into[count] = field
            count += point != board.female and not has(&barred, point)
    while not is_empty(males):
        point = take_first(&males)
        for at in range(tables.degrees[point]):
            into[count] = tables.first_move[point] + at
            count += not has(&barred, tables.neighbours[point][at])
    if board.has_acted or count == 0:
        into[count] = tables.first_end + (not board.has_acted)
        count += 1
    return count


cdef int legal(const Rules *rules, const void *state, Action *into) noexcept nogil:
    cdef const Tables *tables = tables_of(rules)
    cdef const Board *board = <const Board *>state
    if board.phase == TURN:
        return list_turn(tables, board, into)
    return list_points(reactions(tables, males_of(board), board.female, board.shaken), tables.first_reaction, into)


cdef void play(const Rules *rules, void *state, Action action) noexcept nogil:
    cdef const Tables *tables = tables_of(rules)
    cdef Board *board = <Board *>state
    if action < tables.entries:
        enter(board, tables.entry_fields[action])
    elif action < tables.first_end:
        action -= tables.entries
        move(board, tables.origins[action], tables.targets[action])
    elif action < tables.first_reaction:
        end_turn(board)
    elif action < tables.first_outcome:
        walk(board, action - tables.first_reaction)
    else:
        board.die = <uint8_t>(action - tables.first_outcome + 1)
        board.phase = TURN


cdef inline int32_t score(const Board *board, int seat) noexcept nogil:
    return MATING_POINTS * board.mated[seat] - board.eaten[seat]


cdef void results(const Rules *rules, const void *state, int32_t *scores, double *returns) noexcept nogil:
    cdef const Board *board = <const Board *>state
    scores[0] = score(board, 0)
    scores[1] = score(board, 1)
    returns[0] = 0
    returns[1] = 0
    if board.phase == ENDED:
        highest_wins(2, scores, returns)


cdef uint64_t key(const Rules *rules, const void *state) noexcept nogil:
    return hash_bytes(state, sizeof(Board))


cdef inline uint64_t key_without_counters(const Board *board) noexcept nogil:
    """Hash all but the last word, the counters of ruling 24."""
    return hash_bytes(board, sizeof(Board) - sizeof(uint64_t))


cdef int outcomes(const Rules *rules, const void *state, Action *into, uint32_t *weights) noexcept nogil:
    cdef int face
    for face in range(FACES):
        into[face] = tables_of(rules).first_outcome + face
        weights[face] = 1
    return FACES


cdef Action roll(const Rules *rules, void *state, Rng *rng) noexcept nogil:
    cdef Action outcome = tables_of(rules).first_outcome + <Action>rng_below(rng, FACES)
    play(rules, state, outcome)
    return outcome


# Random play.

cdef inline void play_random_turn(const Rules *rules, Board *board, Rng *rng) noexcept nogil:
    """Play a uniformly random action of the mover.

    Every unmoved male has a ticket for each thread that a point can have, every entry field one, so
    has `end`; a ticket that stands for nothing legal is drawn again. That is faster than listing.
    """
    cdef const Tables *tables = tables_of(rules)
    cdef Points barred = closed(board)
    cdef Points males = movable(board)
    cdef bint in_centre = has(&males, CENTRE)
    cdef uint32_t of_centre, of_others, of_entries, tickets, ticket
    cdef int point, target, _
    cdef Action actions[MOST_ACTIONS]
    if in_centre:
        take(&males, CENTRE)
    of_centre = <uint32_t>(in_centre * tables.spokes)
    of_others = <uint32_t>size_of(males) << tables.ticket_bits
    of_entries = <uint32_t>(may_enter(board) * tables.entries)
    tickets = of_centre + of_others + of_entries + board.has_acted
    for _ in range(TRIES if tickets else 0):
        ticket = rng_below(rng, tickets)
        if ticket < of_others:
            point = nth_of(males, ticket >> tables.ticket_bits)
            target = tables.neighbours[point][ticket & ((1 << tables.ticket_bits) - 1)]
        elif ticket < of_others + of_centre:
            point = CENTRE
            target = tables.neighbours[point][ticket - of_others]
        elif ticket < of_others + of_centre + of_entries:
            target = tables.entry_fields[ticket - of_others - of_centre]
            if target != board.female and not has(&barred, target):
                enter(board, target)
                return
            continue
        else:
            end_turn(board)
            return
        if target != NOWHERE and not has(&barred, target):
            move(board, point, target)
            return
    play(rules, board, actions[rng_below(rng, <uint32_t>list_turn(tables, board, actions))])


cdef void playout(const Rules *rules, void *state, Rng *rng) noexcept nogil:
    cdef const Tables *tables = tables_of(rules)
    cdef Board *board = <Board *>state
    cdef Points ends
    while board.phase != ENDED:
        if board.phase == TURN:
            play_random_turn(rules, board, rng)
        elif board.phase == REACTION:
            ends = reactions(tables, males_of(board), board.female, board.shaken)
            walk(board, nth_of(ends, rng_below(rng, <uint32_t>size_of(ends))))
        else:
            roll(rules, state, rng)


# For searches.

cdef void bounds(const Rules *rules, const void *state, int seat, int32_t *least, int32_t *most) noexcept nogil:
    """All of one side mate and all of the other are eaten, until one of them has a single spider left (ruling 23)."""
    cdef const Board *board = <const Board *>state
    cdef int32_t now = score(board, seat) - score(board, seat ^ 1)
    cdef int own = spiders_left(board, seat), other = spiders_left(board, seat ^ 1)
    least[0] = now
    most[0] = now
    if board.phase != ENDED:
        # One side keeps a single spider, the other two or more: an eaten one less costs less than a mating less.
        most[0] += MATING_POINTS * (own - 1) + other - 2
        least[0] -= MATING_POINTS * (other - 1) + own - 2


cdef inline int worth_of_shake(const Tables *tables, const Board *board, int origin, int point) noexcept nogil:
    """Judge an entry (from NOWHERE) or a move to an empty point by what the female can do then."""
    cdef Points males = males_of(board)
    cdef Points own = board.males[board.mover]
    cdef Points waiting = movable(board)
    cdef Points ends, prey
    cdef int nearer = tables.distances[point * tables.points + board.female]
    if board.die:
        return NEAR_SLEEPER - nearer
    if origin != NOWHERE:
        take(&males, origin)
        take(&own, origin)
        take(&waiting, origin)
    put(&males, point)
    put(&own, point)
    ends = reactions(tables, males, board.female, point)
    prey = both(ends, males)
    if not is_empty(prey):
        return LOSES_MALE if not is_empty(both(prey, own)) else FEEDS_OTHER
    while not board.has_mated and not is_empty(ends):
        if is_empty(both(tables.adjacent[take_first(&ends)], waiting)):
            return -nearer
    return -nearer if board.has_mated else LURES_FEMALE


cdef inline int worth_of_walk(const Tables *tables, const Board *board, int point) noexcept nogil:
    """Judge a reaction, for the seat that moves the female."""
    cdef Points waiting = movable(board)
    if has(&board.males[board.mover], point):
        return FEEDS_OTHER
    if has(&board.males[board.mover ^ 1], point):
        return LOSES_MALE
    if not board.has_mated and not is_empty(both(tables.adjacent[point], waiting)):
        return -LURES_FEMALE
    return not is_empty(both(tables.adjacent[point], board.males[board.mover ^ 1]))


cdef inline int worth_of(const Tables *tables, const Board *board, Action action) noexcept nogil:
    cdef int origin = NOWHERE, target
    if action >= tables.first_reaction:
        return worth_of_walk(tables, board, action - tables.first_reaction)
    if action >= tables.first_end:
        return ENDS_TURN
    if action < tables.entries:
        target = tables.entry_fields[action]
    else:
        origin = tables.origins[action - tables.entries]
        target = tables.targets[action - tables.entries]
    return MATES if target == board.female else worth_of_shake(tables, board, origin, target)


cdef void order(const Rules *rules, const void *state, Action *actions, int count) noexcept nogil:
    """Matings first, then what brings the female to an own male or feeds her the other's, own losses last."""
    cdef const Tables *tables = tables_of(rules)
    cdef int worths[MOST_ACTIONS]
    cdef int worth, at, before
    cdef Action action
    for at in range(count):
        action = actions[at]
        worth = worth_of(tables, <const Board *>state, action)
        before = at
        while before > 0 and worths[before - 1] < worth:
            worths[before] = worths[before - 1]
            actions[before] = actions[before - 1]
            before -= 1
        worths[before] = worth
        actions[before] = action


cdef inline int count_near(const Tables *tables, const Board *board, int seat, int distance) noexcept nogil:
    """Count the males of a seat at a distance of 1 or more from the female."""
    if distance >= tables.spheres_a_target:
        return 0
    return size_of(both(board.males[seat], tables.spheres[board.female * tables.spheres_a_target + distance]))


cdef void estimate(const Rules *rules, const void *state, double *returns) noexcept nogil:
    """The margin, with what stands to be won and lost at once, over the spiders that are left to change it."""
    cdef const Tables *tables = tables_of(rules)
    cdef const Board *board = <const Board *>state
    cdef int own = board.mover, other = board.mover ^ 1
    cdef double margin = score(board, own) - score(board, other)
    cdef double left = spiders_left(board, own) + spiders_left(board, other)
    margin += SPIDER_LEFT * (spiders_left(board, own) - spiders_left(board, other))
    if board.phase != REACTION and not board.has_mated and not is_empty(
            both(movable(board), tables.adjacent[board.female])):
        margin += MATING_NOW
    if board.die:
        margin -= MATING_NEXT * (count_near(tables, board, other, 1) > 0)
    else:
        margin += MALE_BESIDE * (count_near(tables, board, own, 1) - count_near(tables, board, other, 1))
        margin += MALE_NEAR * (count_near(tables, board, own, 2) - count_near(tables, board, other, 2))
    returns[own] = tanh(margin / (SPREAD * left))
    returns[other] = -returns[own]


cdef class SpinnentwistRules(Game):
    """The compiled half of Spinnentwist.

    Points are numbered from 0, the centre, spoke by spoke, each from the inside out. What
    comes in here has been checked.
    """

    cdef Tables tables

    SPIDERS_A_SEAT = SPIDERS
    QUIET_TURNS_TO_END = MOST_QUIET_TURNS
    """Turns in succession without entry, mating or meal that end the game (ruling 24)."""
    TURNS_TO_END = MOST_TURNS
    """Turns of both seats that end the game (ruling 24)."""

    def read_web(self):
        """Return the web, an object with `points`, `spokes`, `threads` and `entry_fields` by number: a hook."""
        raise NotImplementedError

    def build(self):
        cdef Tables *tables = &self.tables
        web = self.read_web()
        self.lay_threads(len(web.points), web.threads)
        self.lay_spokes(web.spokes, web.entry_fields)
        self.number_actions()
        degrees = sorted([tables.degrees[point] for point in range(tables.points)], reverse=True)
        self.rules = Rules(
            state_bytes=sizeof(Board), seats=2, actions=tables.first_outcome + FACES,
            most_actions=max(tables.points, tables.entries + sum(degrees[:SPIDERS]) + 1),
            # A spider acts once a turn, each time with a reaction; then `end`. A meal is a roll more.
            longest_game=MOST_TURNS * (2 * SPIDERS + 1) + 2 * SPIDERS,
            # But for the counters of ruling 24, which only grow, positions come back.
            sides=0, repeats=True, settles=False, margin_scale=5, tables=tables,
            mover=mover, legal=legal, play=play, results=results, key=key,
            outcomes=outcomes, roll=roll, conceal=NULL, redeal=NULL, information_key=NULL,
            playout=playout, estimate=estimate, bounds=bounds, order=order,
            candidates=NULL, canonical=NULL,
        )

    def lay_threads(self, int points, threads):
        """Fill in neighbours, distances and spheres of a connected web."""
        cdef Tables *tables = &self.tables
        cdef int target, point, at
        tables.points = points
        neighbours = [set() for _ in range(points)]
        for one, other in threads:
            neighbours[one].add(other)
            neighbours[other].add(one)
        for point in range(points):
            tables.degrees[point] = len(neighbours[point])
            for at in range(MAX_DEGREE):
                tables.neighbours[point][at] = NOWHERE
            for at, other in enumerate(sorted(neighbours[point])):
                tables.neighbours[point][at] = other
                put(&tables.adjacent[point], other)
        tables.ticket_bits = (max([tables.degrees[point] for point in range(1, points)]) - 1).bit_length()
        layers = [layers_around(target, neighbours) for target in range(points)]
        tables.spheres_a_target = max(map(len, layers))
        for target in range(points):
            for distance, layer in enumerate(layers[target]):
                for point in layer:
                    tables.distances[target * points + point] = distance
                    put(&tables.spheres[target * tables.spheres_a_target + <int>distance], point)

    def lay_spokes(self, spokes, entry_fields):
        """Fill in the points of each spoke, without the centre, and the entry fields."""
        cdef Tables *tables = &self.tables
        cdef int spoke
        tables.spokes = len(spokes)
        for spoke in range(tables.spokes):
            put(&tables.spoke_sets[spoke], CENTRE)
            for point in spokes[spoke]:
                tables.spoke_of[<int>point] = spoke
                put(&tables.spoke_sets[spoke], point)
        tables.entries = len(entry_fields)
        for field, point in enumerate(entry_fields):
            tables.entry_fields[<int>field] = point

    def number_actions(self):
        """Fill in what each action id stands for."""
        cdef Tables *tables = &self.tables
        cdef int point, at, moves = 0
        for point in range(tables.points):
            tables.first_move[point] = tables.entries + moves
            for at in range(tables.degrees[point]):
                tables.origins[moves] = point
                tables.targets[moves] = tables.neighbours[point][at]
                moves += 1
        tables.first_end = tables.entries + moves
        tables.first_reaction = tables.first_end + 2
        tables.first_outcome = tables.first_reaction + tables.points

    def moves(self):
        """Return the moves as (origin, target), in the order of their action ids."""
        cdef const Tables *tables = &self.tables
        return [(tables.origins[at], tables.targets[at]) for at in range(tables.first_end - tables.entries)]

    def place_setup(self, State state, setup):
        cdef Board *board = <Board *>state.data
        Game.place_setup(self, state, setup)
        board.supply[0] = SPIDERS
        board.supply[1] = SPIDERS

    def place_scene(self, State state, dict scene):
        """Fill a blank state from what `scene` returns."""
        cdef Board *board = <Board *>state.data
        cdef int seat
        for seat in range(2):
            board.supply[seat] = scene["supply"][seat]
            board.mated[seat] = scene["mated"][seat]
            board.eaten[seat] = scene["eaten"][seat]
            for point in scene["males"][seat]:
                put(&board.males[seat], point)
        for point in scene["moved"]:
            put(&board.moved, point)
        board.mover = scene["mover"]
        board.female = scene["female"]
        board.die = scene["die"]
        board.has_acted = scene["has_acted"]
        board.has_entered = scene["has_entered"]
        board.has_mated = scene["has_mated"]
        board.is_eventful = scene["is_eventful"]
        board.quiet_turns = scene["quiet_turns"]
        board.turns = scene["turns"]
        if scene["shaken"] is not None:
            board.shaken = scene["shaken"]
            board.phase = REACTION
        elif scene["is_rolling"]:
            board.phase = ROLL
        if (spiders_left(board, 0) == 1 or spiders_left(board, 1) == 1
                or board.quiet_turns == MOST_QUIET_TURNS or board.turns == MOST_TURNS):
            board.phase = ENDED

    def scene(self, State state):
        """Return the position, the fields of a position document with points by number (docs/documents.md)."""
        cdef const Board *board = <const Board *>state.data
        return {
            "mover": board.mover,
            "female": board.female,
            "males": [list_of(board.males[0]), list_of(board.males[1])],
            "supply": [board.supply[0], board.supply[1]],
            "mated": [board.mated[0], board.mated[1]],
            "eaten": [board.eaten[0], board.eaten[1]],
            "die": board.die,
            "shaken": board.shaken if board.phase == REACTION else None,
            "is_rolling": board.phase == ROLL,
            "moved": list_of(board.moved),
            "has_acted": board.has_acted != 0,
            "has_entered": board.has_entered != 0,
            "has_mated": board.has_mated != 0,
            "is_eventful": board.is_eventful != 0,
            "quiet_turns": board.quiet_turns,
            "turns": board.turns,
        }

    def margin_bounds(self, State state, int seat):
        """Return (least, most) of what the final margin of a seat can be."""
        cdef int32_t least, most
        bounds(&self.rules, state.data, seat, &least, &most)
        return least, most

    def best_first(self, State state):
        """Return the ids of the legal actions as `order` sorts them."""
        cdef Action actions[MOST_ACTIONS]
        cdef int count = 0
        if state.current_player() >= 0:
            count = legal(&self.rules, state.data, actions)
            order(&self.rules, state.data, actions, count)
        return [actions[at] for at in range(count)]

    def estimated_returns(self, State state):
        """Return what `estimate` makes of a position, a return for each seat."""
        cdef double returns[2]
        estimate(&self.rules, state.data, returns)
        return [returns[0], returns[1]]

    def recurring_key(self, State state):
        """Return a hash key of the position without the counters of ruling 24, 64 bits.

        Those counters (`turns`, `quiet_turns`, `is_eventful`) are part of the position and of
        `State.key`, so by that key no position ever recurs. This one recurs when males walk
        to and fro; a solver that shows the counters not to matter can use it.
        """
        return key_without_counters(<const Board *>state.data)


def layers_around(int centre, list neighbours):
    """Return the sets of points at distance 0, 1, 2 and so on from a point of a connected web."""
    layers, layer, seen = [], {centre}, set()
    while layer:
        layers.append(layer)
        seen |= layer
        layer = set().union(*[neighbours[point] for point in layer]) - seen
    return layers


cdef list list_of(Points points):
    cdef list listed = []
    while not is_empty(points):
        listed.append(take_first(&points))
    return listed
