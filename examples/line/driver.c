/* Drives a robot by the line protocol: cc -o driver driver.c && ./driver ROBOT SECONDS [HOST PORT [TOKEN]]
 * A twist lasts 0.4 s and is said again every 0.1 s. Each line carries the nonce of the answer before, which proves that it is fresh:
 * what lies in a buffer for longer moves nothing. Needs nothing but a C compiler and sockets. */
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static FILE *in, *out;
static int number;

/* Sends a line, and waits for its answer: what follows "ok NUMBER " is left in it. */
static int say(const char *line, char answer[512]) {
  int about, start;
  number = strncmp(line, "hello", 5) == 0 ? 1 : number + 1;
  fprintf(out, "%s\n", line);
  fflush(out);
  while (fgets(answer, 512, in)) {
    start = 0;
    if (sscanf(answer, "ok %d %n", &about, &start) >= 1 && about == number) return memmove(answer, answer + start, strlen(answer + start) + 1), 1;
    if (sscanf(answer, "err %d", &about) == 1 && about == number) break;
  }
  fprintf(stderr, "%s", answer);
  return 0;
}

int main(int argc, char **argv) {
  struct addrinfo hints = {.ai_socktype = SOCK_STREAM}, *place;
  char line[2048], answer[512], nonce[32];
  if (argc < 3) return fprintf(stderr, "driver ROBOT SECONDS [HOST PORT [TOKEN]]\n"), 2;
  if (getaddrinfo(argc > 4 ? argv[3] : "127.0.0.1", argc > 4 ? argv[4] : "7331", &hints, &place)) return perror("driver"), 3;
  int fd = socket(place->ai_family, place->ai_socktype, 0);
  if (fd < 0 || connect(fd, place->ai_addr, place->ai_addrlen)) return perror("driver"), 3;
  in = fdopen(fd, "r");
  out = fdopen(dup(fd), "w");
  snprintf(line, sizeof line, "hello %s Driver", argc > 5 ? argv[5] : "-");
  if (!say(line, answer) || !say("nonce", answer)) return 1;
  for (int i = 0; i < 10 * atoi(argv[2]); i++) {
    if (sscanf(answer, "nonce=%31s", nonce) != 1) return 1;
    snprintf(line, sizeof line, "set robots/%s/twist 0.3,0,0 nonce=%s", argv[1], nonce);
    if (!say(line, answer)) return 1;
    usleep(100000);
  }
  return say("bye", answer) ? 0 : 1;
}
