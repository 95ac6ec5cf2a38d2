// Waves with the Puma: teach p1 and p2 first, they are in first.pos.
int waves = 0;

speed(50);
move(p1);
while (waves < 2) {
  move(p2);
  move(p1);
  waves = waves + 1;
}
print("waved ", waves, " times");
flag(1);
