// The conveyor takes the piece to Jupiter, to the Mitsubishi and to its end; its flag says where the piece is.
speed(50);
move("belt", 1250);
flag(1);
while (flagof("jupiter") != 1) {
  wait(100);
}
move("belt", -2020);
flag(2);
while (flagof("mitsubishi") != 1) {
  wait(100);
}
move("belt", 2640);
flag(3);
