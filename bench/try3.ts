import { commandManyhands } from './ours/commanding.ts';
import { quantile } from './harness/statistics.ts';
const l=await commandManyhands(5,{warmUp:20,measured:100}); console.log(quantile(l,.5),quantile(l,.99));
