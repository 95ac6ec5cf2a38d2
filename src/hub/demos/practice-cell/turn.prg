// The lathe turns for the time that the piece needs.
speed(20);
move("spindle", 3600);
wait(1000);
