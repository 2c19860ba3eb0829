# ---- The conversation with the arena: JSON, one object a line (docs/protocol.md)

$| = 1;    # no buffer: the arena waits for each line
while (my $line = <STDIN>) {
    my $message = $json->decode($line);
    if ($message->{type} eq 'start') {
        srand $message->{seed};    # the same match can then be played again
        say_json({ type => 'ready' });
    }
    elsif ($message->{type} eq 'turn') {
        say_json({ turn => $message->{turn}, action => choose($message->{observation}) });
    }
    elsif ($message->{type} eq 'end') {
        last;
    }
}

# What you print to STDERR is kept with the turn.
sub say_json { print $json->encode($_[0]), "\n" }
