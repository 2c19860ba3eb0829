my ($x = ;
