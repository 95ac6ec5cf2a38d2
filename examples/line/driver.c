/* Drives a robot by the line protocol: cc -o driver driver.c && ./driver ROBOT SECONDS [HOST PORT [TOKEN]]
 * A twist lasts 0.4 s and is said again every 0.1 s. Each line carries the nonce of the answer before, which proves that it is fresh:
 * what lies in a buffer for longer moves nothing. A line that was late is followed by the next; after five that failed it gives up. */
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static FILE *in, *out;
static int number;

/* Sends a line, and waits for its answer. Answers whether it was done. */
static int say(const char *line, char answer[512]) {
  char kind[8];
  int about;
  number = strncmp(line, "hello", 5) == 0 ? 1 : number + 1;
  fprintf(out, "%s\n", line);
  fflush(out);
  while (fgets(answer, 512, in))
    if (sscanf(answer, "%7s %d", kind, &about) == 2 && about == number) return strcmp(kind, "ok") == 0;
  fprintf(stderr, "the gateway ended it: %s", answer);
  exit(3);
}

int main(int argc, char **argv) {
  struct addrinfo hints = {.ai_socktype = SOCK_STREAM}, *place;
  char line[2048], answer[512] = "", nonce[32], *found;
  int failed = 0;
  if (argc < 3) return fprintf(stderr, "driver ROBOT SECONDS [HOST PORT [TOKEN]]\n"), 2;
  if (getaddrinfo(argc > 4 ? argv[3] : "127.0.0.1", argc > 4 ? argv[4] : "7331", &hints, &place)) return perror("driver"), 3;
  int fd = socket(place->ai_family, place->ai_socktype, 0);
  if (fd < 0 || connect(fd, place->ai_addr, place->ai_addrlen)) return perror("driver"), 3;
  in = fdopen(fd, "r");
  out = fdopen(dup(fd), "w");
  snprintf(line, sizeof line, "hello %s Driver", argc > 5 ? argv[5] : "-");
  if (!say(line, answer) || !say("nonce", answer)) return fprintf(stderr, "%s", answer), 1;
  for (int i = 0; i < 10 * atoi(argv[2]); i++) {
    if (!(found = strstr(answer, "nonce=")) || sscanf(found, "nonce=%31s", nonce) != 1) return 1;
    snprintf(line, sizeof line, "set robots/%s/twist 0.3,0,0 nonce=%s", argv[1], nonce);
    failed = say(line, answer) ? 0 : failed + 1;
    if (failed == 5) return fprintf(stderr, "%s", answer), 1;
    usleep(100000);
  }
  return say("bye", answer) ? 0 : 1;
}
