import { chromium } from 'playwright'
import { findChromium } from '/work/main/safe-app/setup/findChromium.ts'
import { connect } from '/work/main/tests/support/portalPage.ts'
import { approve } from '/work/main/tests/support/walletPage.ts'
import { openHost, app } from '/work/main/tests/support/hostPage.ts'
import { treasury } from '/work/main/safe-app/seed/safes.ts'
import { payeeAt } from '/work/main/tests/support/payeeAt.ts'
const [which='one', widths='1280,390', mode='wallet', theme='dark'] = process.argv.slice(2)
const b = await chromium.launch({ executablePath: findChromium(), args:['--no-sandbox','--disable-features=DiscardInputEventsToRecentlyMovedFrames'] })
const shot = async (p: any, n: string, w: number) => { await p.screenshot({ path:`/tmp/p-${which}-${n}-${mode}-${w}.png`, fullPage: mode==='wallet' }) }
try {
for (const w of widths.split(',').map(Number)) {
  const ctx = await b.newContext({ viewport:{width:w,height: w<500?844:900}, colorScheme: 'dark' })
  const p = await ctx.newPage()
  p.on('console', m => m.type()==='error' && console.log('console', m.text().slice(0,300)))
  if (theme==='light') await p.addInitScript(() => { try { localStorage.setItem('portal.theme','light') } catch {} })
  let f: any = p
  if (mode==='safe') {
    await openHost(p, 'http://localhost:5174', { appUrl:'http://localhost:5173/', safe: treasury.address, owner:0, theme: theme as any })
    f = app(p)
    await f.getByRole('navigation',{name:'Main'}).waitFor()
    await f.locator('text=/Waiting for signatures/').first().waitFor()
  } else {
    await p.goto('http://localhost:5173/?wallet=account:3')
    await connect(p)
  }
  await f.getByRole('navigation',{name:'Main'}).getByRole('link',{name:'Pay'}).click()
  if (which==='one') {
    await f.getByLabel('To',{exact:true}).fill(payeeAt(3)); await f.getByLabel('Amount').fill('12.5'); await p.waitForTimeout(2000); await shot(p,'form',w)
    await f.getByRole('button',{name:'Review payment'}).click(); await p.waitForTimeout(3500); await shot(p,'review',w)
  }
  if (which==='list') {
    await f.getByRole('link',{name:'A list'}).click(); await p.waitForTimeout(800); await shot(p,'import',w)
    const rows=Array.from({length:12},(_,i)=>`Name ${i},${i===3?payeeAt(i).slice(0,-1)+'x':payeeAt(i)},${i===5?'':'1.'+(i+1)},${i===8?'BUSD':'USDT'},INV-${i}`)
    await f.getByRole('textbox',{name:'Paste your list'}).fill('Name,Wallet,Amount,Token,Invoice\n'+rows.join('\n'))
    await f.getByRole('button',{name:'Check list'}).click(); await p.waitForTimeout(2500); await shot(p,'table',w)
  }
  if (which==='many') {
    await f.getByRole('link',{name:'A list'}).click()
    const rows=Array.from({length:40},(_,i)=>`Name ${i},${payeeAt(i)},0.${i+1},USDT,INV-${i}`)
    await f.getByRole('textbox',{name:'Paste your list'}).fill('Name,Wallet,Amount,Token,Invoice\n'+rows.join('\n'))
    await f.getByRole('button',{name:'Check list'}).click(); await p.waitForTimeout(2500); await shot(p,'table',w)
    const r=f.getByRole('button',{name:/^Review 40/}); await r.click(); await p.waitForTimeout(4000); await shot(p,'review',w)
    await p.screenshot({ path:`/tmp/p-many-reviewtop-${mode}-${w}.png` })
  }
  if (which==='requests') { await f.getByRole('link',{name:'Request links'}).click(); await p.waitForTimeout(1500); await shot(p,'requests',w) }
  if (which==='pay3') {
    await f.getByRole('link',{name:'A list'}).click()
    const rows=Array.from({length:3},(_,i)=>`Name ${i},${payeeAt(i+Math.floor(Math.random()*900))},0.${i+1},USDT,INV-${i}`)
    await f.getByRole('textbox',{name:'Paste your list'}).fill('Name,Wallet,Amount,Token,Invoice\n'+rows.join('\n'))
    await f.getByRole('button',{name:'Check list'}).click()
    await f.getByRole('button',{name:/^Review 3/}).click(); 
    const go=f.getByRole('button',{name: mode==='safe'? /^Propose/ : /^Pay /}); await go.click(); await p.waitForTimeout(1500); await shot(p,'asking',w)
    if (mode==='safe') { await p.getByRole('dialog').getByRole('button',{name:'Sign',exact:true}).click(); await p.waitForTimeout(1500); await p.getByRole('dialog').getByRole('button',{name:/Done|Close/}).first().click().catch(()=>{}); }
    else { await approve(p) ; await p.waitForTimeout(2500); await shot(p,'running',w); for (let i=0;i<2;i++){ await approve(p).catch(()=>{}); await p.waitForTimeout(4000)} }
    await p.waitForTimeout(9000); await shot(p,'done',w)
  }
  if (which==='payout') { await p.waitForTimeout(1500); await f.getByRole('region',{name:'Recent payouts'}).getByRole('link').first().click(); await p.waitForTimeout(2500); await shot(p,'payout',w) }
  await ctx.close()
}
} finally { await b.close() }
