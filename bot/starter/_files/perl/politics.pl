#!/usr/bin/env perl
# A bot for politics: it campaigns where it is behind. Begin with choose.

use strict;
use warnings;
use JSON::PP;

my $json = JSON::PP->new->allow_nonref;

# Returns ['campaign', [$x, $y], [$x, $y]] or another move of docs/rules/politics.md, or undef.
sub choose {
    my ($observation) = @_;
    return undef if $observation->{money} < 16;    # a campaign costs a dollar a voter, and a block has 4 by 4
    my ($worst, $where);
    for my $region (@{ $observation->{regions} }) {
        my $lead = $region->{number_you} - $region->{number_opponent};
        ($worst, $where) = ($lead, $region) if !defined $worst || $lead < $worst;
    }
    my ($x, $y) = @{ $where->{blocks}[0] };
    return ['campaign', [$x, $y], [$x + 4, $y + 4]];
}
