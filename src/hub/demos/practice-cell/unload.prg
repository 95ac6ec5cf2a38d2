// The Puma takes the piece from the lathe and puts it back on the conveyor.
speed(30);
move(at_lathe);
grip();
move(above_lathe);
speed(80);
move(above_belt);
speed(30);
move(over_belt);
release();
move(above_belt);
speed(80);
move(home);
