#!/usr/bin/env perl
# A bot for pacman: of the squares around it, it goes where it has been least often, prefers pellets
# and keeps away from ghosts. Begin with choose.

use strict;
use warnings;
use JSON::PP;

my $json = JSON::PP->new->allow_nonref;
my @ways = (['N', 0, -1, 1], ['E', 1, 0, 2], ['S', 0, 1, 4], ['W', -1, 0, 8]);    # dx, dy, and the bit of a wall
my %visits;                                                                       # how often it was on a square

# Returns 'N', 'E', 'S', 'W' or 'X', which is to stay.
sub choose {
    my ($observation) = @_;
    my $size = $observation->{size};
    my ($x, $y, $letter) = @{ $observation->{me} };
    my $number = sub { ($_[1] % $size) * $size + $_[0] % $size };    # the maze goes on at the other side
    my %seen = map { $number->(@$_) => $_->[2] } @{ $observation->{sight} };    # G ghost, P Pac-Man, o O F to eat, X nothing
    my $here = $number->($x, $y);
    my $walls = hex substr($observation->{walls}, $here, 1);
    $visits{$here}++;
    my ($best, $most) = ('X');
    for (@ways) {
        my ($way, $dx, $dy, $wall) = @$_;
        next if $walls & $wall;
        my $square = $number->($x + $dx, $y + $dy);
        my $what = $seen{$square} // 'X';
        my $worth = -($visits{$square} // 0);
        if ($letter eq 'G') { $worth += 50 if $what eq 'P' }    # caught: the bot is a ghost itself now, and hunts
        elsif ($what eq 'G') { $worth -= 1000 }
        elsif ($what =~ /[oOF]/) { $worth += 2 }
        ($best, $most) = ($way, $worth) if !defined $most || $worth > $most;
    }
    return $best;
}
