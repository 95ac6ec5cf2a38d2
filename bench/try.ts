import { measureColyseus } from './peers/colyseus.ts';
import { describeErrors } from './harness/error-log.ts';
const T={warmUpMs:2000,windowMs:5000};
const D=Math.PI/180;
const rep={fleet:{seed:1,robots:200,arenaM:100,temper:'restless' as const},clients:20,tickMs:50,bound:{lengthM:0.01,angleRad:0.5*D},sight:undefined};
const int={fleet:{seed:1,robots:1000,arenaM:200,temper:'restless' as const},clients:50,tickMs:50,bound:{lengthM:0.01,angleRad:0.5*D},sight:{radiusM:25,cellM:16}};
for (const [n,s] of [['rep',rep],['int',int]] as const) for (const p of ['float32','quantized'] as const) { const m=await measureColyseus(s,p,T); console.log(n,p,m.cpuMs.toFixed(0),'ms/5s', (m.bytesOut/5/s.clients).toFixed(0),'B/s/client', describeErrors(m.errors)); }
