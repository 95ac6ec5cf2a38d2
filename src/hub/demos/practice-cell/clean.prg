// The Mitsubishi takes the cloth from its box and wipes over the piece.
int wipes = 0;

speed(80);
move(above_box);
speed(40);
move(at_box);
grip();
move(above_box);
speed(80);
move(above_piece);
while (wipes < 3) {
  move(wipe_left);
  move(wipe_right);
  wipes = wipes + 1;
}
move(above_piece);
flag(1);
move(above_box);
speed(40);
move(over_box);
release();
move(above_box);
