// The Puma takes the piece from the conveyor and puts it on the lathe.
speed(80);
move(above_belt);
speed(30);
move(at_belt);
grip();
move(above_belt);
speed(80);
move(above_lathe);
speed(30);
move(over_lathe);
release();
move(above_lathe);
