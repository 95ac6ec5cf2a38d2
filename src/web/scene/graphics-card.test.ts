import { expect, it } from 'vitest';
import { isCard } from './graphics-card.ts';

it.each([
  ['ANGLE (NVIDIA, NVIDIA GeForce RTX 3060 Direct3D11 vs_5_0 ps_5_0, D3D11)', true],
  ['ANGLE (Intel, Mesa Intel(R) UHD Graphics 620 (KBL GT2), OpenGL 4.6)', true],
  ['Apple GPU', true],
  ['ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device (Subzero) (0x0000C0DE)), SwiftShader driver)', false],
  ['llvmpipe (LLVM 15.0.7, 256 bits)', false],
  ['ANGLE (Microsoft, Microsoft Basic Render Driver Direct3D11 vs_5_0 ps_5_0, D3D11)', false],
  ['', false],
])('%s: a graphics card? %s', (renderer, expected) => {
  expect(isCard(renderer)).toBe(expected);
});
