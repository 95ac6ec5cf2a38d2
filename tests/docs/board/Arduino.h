// A board for sketches, made of a process: its serial line is stdin and stdout, its lamp is told of on stderr.
#pragma once
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

typedef unsigned char byte;
enum { OUTPUT = 1, LED_BUILTIN = 13, A0 = 14 };

struct SerialLine {
  void begin(long) { setvbuf(stdout, nullptr, _IOLBF, 1024); }
  int available() {
    pollfd line = {STDIN_FILENO, POLLIN, 0};
    return poll(&line, 1, 0) > 0;
  }
  int read() {
    char c;
    // Unplugged: there is nothing left to do.
    if (::read(STDIN_FILENO, &c, 1) != 1) _exit(0);
    return c;
  }
  void print(const char *text) { fputs(text, stdout); }
  void println(const char *text = "") { printf("%s\r\n", text); }
  void println(double value) { printf("%.2f\r\n", value); }
};
static SerialLine Serial;

static void pinMode(int, int) {}
static void digitalWrite(int, int level) { fprintf(stderr, "lamp %s\n", level ? "on" : "off"); }
static int analogRead(int) { return 300; }
static unsigned long millis() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000UL + now.tv_nsec / 1000000;
}
static void delay(unsigned ms) { usleep(ms * 1000); }

void setup();
void loop();
int main() {
  setup();
  for (;;) {
    loop();
    usleep(1000);
  }
}
