/* Searches rounds of tables of four in which pairs meet again as seldom as can be, by simulated annealing.

   anneal PLAYERS ROUNDS TURNS ORBIT GOAL STEPS SEED

   ROUNDS rounds are searched, each of which leads to TURNS rounds: places are numbered through, and in each turn those
   of an orbit of ORBIT places move on by one; the places after the last whole orbit stay where they are. GOAL is the sum
   over all pairs of C(meetings, 2) that is enough. Each of the attempts has STEPS steps. Standard output holds the best
   rounds found, places table by table; standard error what they come to. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PLAYERS = 160, MOST_ROUNDS = 24, ATTEMPTS = 6, COOLINGS = 4096 };

static int players, rounds, turns, orbit;
static int met[MOST_PLAYERS][MOST_PLAYERS], place[MOST_ROUNDS][MOST_PLAYERS], turned[MOST_ROUNDS][MOST_PLAYERS];
static int best[MOST_ROUNDS][MOST_PLAYERS];
static uint64_t state;

static uint32_t below(uint32_t bound) {
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return (uint32_t)(((state >> 32) * (uint64_t)bound) >> 32);
}

static int shift(int one, int other, int by) {
    int before = met[one][other];
    met[one][other] = met[other][one] = before + by;
    return by > 0 ? before : 1 - before;
}

/* What it costs that two places of a round are exchanged, once that is done. */
static int exchange(int *round, int one, int other) {
    int cost = 0, mine = one & ~3, theirs = other & ~3, a = round[one], b = round[other];
    for (int turn = 0; turn < turns; turn++) {
        int *to = turned[turn];
        for (int k = 0; k < 4; k++) {
            if (mine + k != one) cost += shift(to[a], to[round[mine + k]], -1);
            if (theirs + k != other) cost += shift(to[b], to[round[theirs + k]], -1);
        }
        for (int k = 0; k < 4; k++) {
            if (mine + k != one) cost += shift(to[b], to[round[mine + k]], 1);
            if (theirs + k != other) cost += shift(to[a], to[round[theirs + k]], 1);
        }
    }
    round[one] = b, round[other] = a;
    return cost;
}

static long begin(void) {
    long cost = 0;
    memset(met, 0, sizeof met);
    for (int r = 0; r < rounds; r++) {
        for (int i = 0; i < players; i++) place[r][i] = i;
        for (int i = players - 1; i > 0; i--) {
            int j = below(i + 1), kept = place[r][i];
            place[r][i] = place[r][j], place[r][j] = kept;
        }
        for (int turn = 0; turn < turns; turn++)
            for (int i = 0; i < players; i++)
                for (int j = i + 1; j < (i & ~3) + 4; j++)
                    cost += shift(turned[turn][place[r][i]], turned[turn][place[r][j]], 1);
    }
    return cost;
}

int main(int count, char **given) {
    if (count != 8) return 2;
    players = atoi(given[1]), rounds = atoi(given[2]), turns = atoi(given[3]), orbit = atoi(given[4]);
    long goal = atol(given[5]), steps = atol(given[6]), least = -1;
    double warm = turns > 1 ? 6.0 : 1.0, cold = turns > 1 ? 0.2 : 0.12;
    state = 88172645463325252ULL + 7919ULL * (uint64_t)atol(given[7]);
    for (int turn = 0; turn < turns; turn++)
        for (int i = 0; i < players; i++)
            turned[turn][i] = i < players / orbit * orbit ? i / orbit * orbit + (i % orbit + turn) % orbit : i;
    for (int attempt = 0; attempt < ATTEMPTS && (least < 0 || least > goal); attempt++) {
        long cost = begin();
        double heat = warm;
        for (long step = 0; step < steps && (least < 0 || least > goal); step++) {
            if (step % (steps / COOLINGS) == 0) heat = warm * pow(cold / warm, (double)step / (double)steps);
            int *round = place[below(rounds)], one = below(players), other = below(players);
            if (one / 4 == other / 4) continue;
            int more = exchange(round, one, other);
            if (more <= 0 || below(1000000) < 1e6 * exp(-more / heat)) {
                cost += more;
                if (least < 0 || cost < least) least = cost, memcpy(best, place, sizeof best);
            } else {
                exchange(round, one, other);
            }
        }
    }
    fprintf(stderr, "%ld\n", least);
    for (int r = 0; r < rounds; r++)
        for (int i = 0; i < players; i++) printf("%d%c", best[r][i], i + 1 < players ? ' ' : '\n');
    return 0;
}
