import { networkInterfaces } from 'node:os';

/** The addresses under which others on the local network find this machine; those of real networks first. */
export function localAddresses(): string[] {
  const found = Object.entries(networkInterfaces()).flatMap(([name, addresses = []]) =>
    addresses.filter(({ family, internal }) => family === 'IPv4' && !internal).map(({ address }) => ({ name, address })),
  );
  // Bridges of containers and virtual machines have addresses too, which nobody else reaches.
  const isVirtual = (name: string) => /^(docker|br-|veth|virbr|vmnet|vboxnet|tailscale|utun|tun|wg)/.test(name);
  return [...found].sort((a, b) => Number(isVirtual(a.name)) - Number(isVirtual(b.name))).map(({ address }) => address);
}
