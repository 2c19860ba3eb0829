#!/usr/bin/env perl
# A bot for blobs: each of its blobs goes to the nearest pellet. Begin with choose.

use strict;
use warnings;
use JSON::PP;

my $json = JSON::PP->new->allow_nonref;

# Returns one order for each blob of the family.
sub choose {
    my ($observation) = @_;
    return [map { order($_->{me}, $_->{near}) } @{ $observation->{blobs} }];
}

# Returns ['move', 'north'], ['split', 'east'], ['send', 'west', 12.5] or undef.
sub order {
    my ($me, $near) = @_;
    return ['split', 'south'] if $me->{energy} > 150;    # it costs 50; what is left is shared by parent and child
    my ($x, $y) = @{ $me->{pos} };
    my ($least, $tx, $ty);
    for my $pellet (@{ $near->{pellets} }) {
        my ($px, $py) = @{ $pellet->{pos} };
        my $steps = abs($px - $x) + abs($py - $y);
        ($least, $tx, $ty) = ($steps, $px, $py) if !defined $least || $steps < $least;
    }
    return undef if !defined $least;    # standing still costs a quarter of a step
    return ['move', $tx > $x ? 'east' : 'west'] if $tx != $x;
    return ['move', $ty > $y ? 'south' : 'north'];
}
