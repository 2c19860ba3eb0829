# The bots of package bottest: what it is started with names its behaviour.
use strict;
use warnings;
use Time::HiRes qw(sleep);

$| = 1;
my $behaviour = shift;
my ($seed, $asked, $draws) = (0, 0, 0);

# mulberry32, as bottest.Mulberry32
sub draw {
    $seed = ($seed + 0x6D2B79F5) & 0xFFFFFFFF;
    my $t = (($seed ^ ($seed >> 15)) * ($seed | 1)) & 0xFFFFFFFF;
    $t ^= ($t + (($t ^ ($t >> 7)) * ($t | 61) & 0xFFFFFFFF)) & 0xFFFFFFFF;
    return ($t ^ ($t >> 14)) & 0xFFFFFFFF;
}

# marks leaves marks wherever it can and returns how many there were.
sub marks {
    my @files = map { "$_/koth-mark" } '/tmp', '/var/tmp', '/dev/shm', '.', '..', $ENV{HOME};
    my $found = grep { -e } @files;
    for my $file (@files) {
        if (open(my $f, '>', $file)) { print $f $$; close $f }
    }
    return $found;
}

sub answer {
    my ($turn, $payload) = @_;
    $asked++;
    my $want   = $turn * 1000 + $payload;
    my $second = $turn == 2;
    if ($behaviour eq 'counts') { return $asked }
    if ($behaviour eq 'leaves marks') { return marks() }
    if ($behaviour eq 'draws') {
        my $last = 0;
        $last = draw() for 1 .. $turn;
        return $last;
    }
    if ($behaviour eq 'answers nonsense' && $second) { return '"all of it"' }
    if ($behaviour eq 'answers huge' && $second) { return '"' . 'x' x (16 << 20) . '"' }
    if ($behaviour eq 'throws') {
        die "boom, says the bot" if $second;    # here: throws
        return $asked;
    }
    if ($behaviour eq 'throws a novel' && $second) {
        die "It was a dark\nand stormy night. \xff" x (1 << 15);
    }
    if ($behaviour eq 'is slow on one turn') {
        sleep 0.35 if $second;
        return $asked;
    }
    if ($behaviour eq 'eats memory' && $second) {
        my @kept;
        while (1) { push @kept, 'x' x (1 << 20) }
    }
    if ($behaviour eq 'talks') { print STDERR "turn $turn\n" }
    if ($behaviour eq 'talks much' && $second) {
        print STDERR "first\n", "more\n" x 20000, "last\n";
    }
    return $want;
}

die "boom, says the bot" if $behaviour eq 'fails to start';    # here: fails to start
while ($behaviour eq 'loops while starting') { }
sleep 0.5 if $behaviour eq 'is slow to start';
print STDERR "starting\n" if $behaviour eq 'talks';
while (my $line = <STDIN>) {
    if ($line =~ /"type":"start"/) {
        ($seed) = $line =~ /"seed":(\d+)/;
        print qq({"type":"ready"}\n);
    }
    elsif ($line =~ /"type":"turn"/) {
        my ($turn, $payload) = $line =~ /"observation":\{"turn":(\d+),"payload":(\d+)\}/;
        my $action = answer($turn, $payload);
        print qq({"action":$action}\n);
    }
    else { last }
}
