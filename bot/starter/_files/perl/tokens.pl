#!/usr/bin/env perl
# A bot for tokens: it walks to the nearest token and eats it. Begin with choose.

use strict;
use warnings;
use JSON::PP;

my $json = JSON::PP->new->allow_nonref;

# Returns 'UP', 'DOWN', 'LEFT', 'RIGHT', 'EAT' or 'PASS'.
sub choose {
    my ($observation) = @_;
    my $me = $observation->{seat} == 0 ? $observation->{player1} : $observation->{player2};
    my ($x, $y) = @{ $me->{pos} };
    my ($least, $tx, $ty);
    my @columns = @{ $observation->{tokens} };
    for my $i (0 .. $#columns) {
        for my $j (0 .. $#columns) {
            my $token = $columns[$i][$j];
            next if !$token;    # false where there is none, else { color => '#FF0000', points => 2 }
            my $steps = abs($i - $x) + abs($j - $y);
            ($least, $tx, $ty) = ($steps, $i, $j) if !defined $least || $steps < $least;
        }
    }
    return 'PASS' if !defined $least;
    return $tx > $x ? 'RIGHT' : 'LEFT' if $tx != $x;
    return $ty > $y ? 'DOWN' : 'UP' if $ty != $y;
    return 'EAT';
}
