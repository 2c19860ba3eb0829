#!/usr/bin/env perl
# A bot for gomoku: it puts its stone where rows of either colour are longest. Begin with choose.

use strict;
use warnings;
use JSON::PP;
use List::Util 'max';

my $json = JSON::PP->new->allow_nonref;

# Returns [$x, $y]; docs/rules/gomoku.md has the answers to the phases of swap2.
sub choose {
    my ($observation) = @_;
    my ($board, $size, $me, $phase) = @{$observation}{qw(board size me phase)};
    return [[2, 2], [$size - 3, 2], [$size - 2, $size - 2]] if $phase eq 'open';
    return 'swap' if $phase ne 'move';
    my ($best, $most);
    for my $y (0 .. $size - 1) {
        for my $x (0 .. $size - 1) {
            next if $board->[$y][$x] != 0;    # 1 is black, -1 white
            my $worth = 10 * longest($board, $x, $y, $me) + 9 * longest($board, $x, $y, -$me);
            $worth -= max(abs(2 * $x - $size + 1), abs(2 * $y - $size + 1)) / $size;    # the middle is better
            ($best, $most) = ([$x, $y], $worth) if !defined $most || $worth > $most;
        }
    }
    return $best;
}

# The longest row that a stone of that colour would make here.
sub longest {
    my ($board, $x, $y, $color) = @_;
    return max(map {
        my ($dx, $dy) = @$_;
        count($board, $x, $y, $dx, $dy, $color) + count($board, $x, $y, -$dx, -$dy, $color)
    } [1, 0], [0, 1], [1, 1], [1, -1]);
}

# How many stones of a colour lie in a row from here, without this cell.
sub count {
    my ($board, $x, $y, $dx, $dy, $color) = @_;
    my $size = @$board;
    my $n = 0;
    while (1) {
        ($x, $y) = ($x + $dx, $y + $dy);
        return $n if $x < 0 || $x >= $size || $y < 0 || $y >= $size || $board->[$y][$x] != $color;
        $n++;
    }
}
