/*
 * Given names as languages and families have them: a line holds forms of one name. From general knowledge of names, for
 * no dataset in particular; what a dataset itself says of its words goes before it. A short form may stand in several lines.
 */
const FORMS = `
john johannes johann johan jan jean giovanni juan joao ivan jon ian sean shaun shawn hans hanns hannes jens johnny johnnie jack ioannis yannis giannis jovan janos janek gianni joannes juhani juho ioan ion ivo johnathan
william wilhelm guillaume guglielmo guillermo guilherme willem wilhelmus vilem vilmos will bill billy willy willie willi wim liam wm vilhelm gwilym
james jacob jakob jacques giacomo jacopo iacopo diego santiago jaime jim jimmy jimmie jamie jas jacobus jaap jaakko seamus hamish yakov iakov jakov jakub jacobo jake
joseph josef giuseppe jose jozef josip joe joey jos pepe beppe josephus yosef iosif osip yusuf youssef yousef jusuf sepp
charles karl carl carlo carlos karel carolus charlie charley chuck chas karol karoly kalle
henry heinrich henri enrico enrique henrique hendrik hendrick henrik henricus harry hank heinz hal jindrich henryk heikki heiner
george georg georges giorgio jorge jurgen jorg joris georgius yuri iouri jurij juri jerzy jiri gyorgy georgi georgios yorgos giorgos jordi geo juraj
peter pierre pietro pedro petrus pieter piero petr pyotr piotr pjotr petter peder per pekka petros petar piet pete petre
paul paolo pablo pavel paulus paulo pal pau pawel pauli paavo pavlos
francis francois francesco francisco franz frans frank franciscus ferenc frantisek franciszek francesc paco pancho frankie
louis ludwig luigi luis lewis lajos ludvig lodewijk ludovico lodovico alois aloys aloysius louie lou luiz ludovicus ludvik ludwik lluis
anthony anton antonio antoine antonius antonin antoni antonie anthonie tony toni antal
michael michel michele miguel mikhail michail mihail michal mihaly mikael michiel mikko miquel mihai mike mick mickey misha mischa
nicholas nicolas nicola niccolo nicolo nikolaus nicolaus nicolaas nikolas nikolai nikolaj nikolay nikola nikos nicolae klaus claus klaas claes nick nicky nico niko nils niels miklos mikulas mikolaj
alexander alexandre alessandro alejandro aleksandr aleksander aleksandar alexandros sandro sandor alex alec sasha sascha xander sander alasdair alistair alastair
alexis alexei alexey aleksei aleksey alessio alejo aleksej oleksiy
andrew andreas andre andrea andres andrei andrej andrey andrzej andriy andy anders andras ondrej antti drew andries andreu
thomas tommaso tomaso tomas tomasz tamas tom tommy thos thom
matthew matthias mathias matteo mateo mathieu matthieu matthaus mattheus mateusz matej matyas matti mats matt mattias thijs mathijs matthijs matvei
stephen steven stefan stefano stephan stephane stephanus etienne esteban estevao istvan stepan stjepan szczepan steffen stefanos steve stevie
philip phillip philipp philippe filippo felipe filip philippus philips phil fulop
frederick friedrich frederic fredrick federico frederico frederik fredrik fred freddy freddie fritz frits bedrich frigyes fryderyk
edward eduard edouard edoardo eduardo edvard ede ed eddie ned ted teddy
edmund edmond edmondo ed eddie
edwin eduin ed eddie
edgar edgard edgardo ed eddie
robert roberto robertus rob bob bobby robbie robt bert
richard riccardo ricardo rick dick rich ricky richie rikard ryszard
theodore theodor theodorus theodoros teodoro teodor theo ted teddy fyodor fedor feodor tivadar
lawrence laurence lorenz lorenzo laurent laurens laurentius larry lars laurie lourenco vavrinec
martin martino martinus marten maarten marton marcin martijn marty
mark marc marco marcus markus marek marcos marko
luke lukas luca lucas luc lukasz luka
simon simone simeon semyon szymon simao shimon
bartholomew bartholomaus bartholomaeus bartolomeo bartolome bartolomeu barthelemy bart bartel
gregory gregor gregoire gregorio gregorius greg grigori grigory grigorij grzegorz gergely
christopher christoph christophe christophorus cristoforo cristobal christoffel kristoffer krzysztof krystof kristof kit chris
christian christiaan cristiano kristian krystian karsten carsten chris
vincent vincenzo vicente vinzenz vincenz vincentius vicenc vince
albert alberto albrecht adalbert albertus al bert
alfred alfredo al alf fred
alan allan allen alain al
alvin alwin al
benjamin ben benny beniamino
benedict benedikt benoit benedetto benito bento bengt benedictus
daniel daniele danilo dan danny
david davide davy davey dave dawid dafydd
samuel samuele sam sammy shmuel
solomon salomon salomo salomone sol suleiman sulayman shlomo
abraham abram abramo avraham ibrahim abe
isaac isaak izaak ike yitzhak itzhak ishaq
moses moshe moise mose musa
elias elijah elia eli ilya ilja ilias
jonathan yonatan jon
nathaniel nathanael nathan nat nate
timothy timotheus timoteo timothee tim
patrick patricio patrizio padraig pat paddy
eugene eugen eugenio eugenius evgeny evgeni evgenij yevgeny jevgeni jeno gene
leonard leonhard leonardo leonardus lennart len lenny leo
leo leon leone lev
raphael raffaello raffaele rafael rafal
gabriel gabriele gabor gavril gabe
raymond raimund raimondo raimundo ramon rajmund ray
ralph ralf raoul raul
rudolf rudolph rodolfo rodolphe rudolphus rolf rudi rudy
roland rolando orlando
walter walther gualtiero gautier gauthier wouter walt
gerard gerhard gerardo gerrit gerry gert
gerald geraldo jerry gerry
geoffrey jeffrey geoffroy jeff geoff
godfrey gottfried goffredo godefroy godfried
herman hermann armand armando ermanno hermanus harmen
arthur arturo artur art
arnold arnaud arnoldo arnout arend arno
august auguste augusto augustus gus
augustine augustin agostino agustin augustinus austin
gustav gustave gustavo gustaf gus
maurice moritz maurizio mauricio maurits morris
adrian adrien adriano adriaan adriaen adrianus arie
ambrose ambrogio ambroise ambrosius
angel angelo ange angelus
baptist baptiste battista bautista baptista batista
bernard bernhard bernardo bernardus bernat berend bernd bernie
bertram bertrand bertrando bert
caspar kaspar gaspard gaspar gaspare gasparo jasper casper kasper jesper
clement clemens clemente klemens klement kliment clem
conrad konrad corrado conradus koenraad coenraad kurt curt
constantine constantin costantino konstantin konstantinos constantinos kostas
cornelius cornelis cornelio corneille kees
cyril cyrille cirillo kirill kyrill
demetrius dimitri dmitri dmitry dmitrij dmitriy demetrio dimitrios dimitris
dominic dominik dominique domenico domingo dominicus
donald don donny donnie
douglas doug
ernest ernst ernesto ernestus ernie erno
emil emile emilio emilius
emanuel emmanuel manuel emanuele immanuel manoel manny manolo
eric erik erich eirik
ferdinand ferdinando fernando hernando fernand nandor hernan
gilbert gilberto gil
giles gilles egidius aegidius egidio gillis
hugh hugo hugues ugo
hubert hubertus uberto huberto
ignatius ignacio ignaz ignazio ignace
jerome hieronymus girolamo gerolamo jeronimo geronimo jeroen
jeremiah jeremias jeremy jerry
joachim gioacchino joaquin joaquim jochen achim
julian julien giuliano julianus
julius jules giulio julio gyula juliusz
kenneth ken kenny
lambert lamberto lambertus lambrecht
lucian lucien luciano
maximilian massimiliano maximilien maximiliano max
maxim maxime maksim massimo maximus max
norbert norberto
oliver olivier oliviero
oscar oskar
otto ottone otho
percival percy
reginald rinaldo reinhold reinaldo reynaldo renaud reg reggie
reuben ruben rube
roderick rodrigo roderich
roger rogier ruggero ruggiero rogerio rudiger rutger
ronald ronaldo ron ronnie
sebastian sebastien sebastiano bastian sebestyen
sergei sergey serge sergio sergej sergius
sidney sydney sid
sigismund sigmund siegmund zygmunt sigismondo zsigmond
stanislaus stanislav stanislaw stanislas stan
stanley stan
sylvester silvester silvestro
terence terrence terry
tobias toby tobia
valentin valentine valentino balint
valery valeri valerij valerio valerius
victor viktor vittorio vittore vic
virgil virgilio vergil vergilius virgile
vladimir wladimir volodymyr waldemar valdemar
basil vasily vasili vasilij wassily wassili basilio basile vassily
wenceslas wenceslaus wenzel vaclav waclaw venceslao
xavier xaver saverio javier
zachary zacharias zaccaria zach
muhammad mohammed mohamed mohammad muhammed mehmet mohamad mehmed
ahmed ahmad ahmet
hussein husain husayn hossein hussain huseyin hosein
hasan hassan
abdullah abdallah abdulla
khalid khaled
mustafa moustafa mostafa mustapha
omar umar omer
uthman osman othman
mary maria marie mariya marija mari miriam maryam mariam molly polly
margaret margarete margarethe margareta margaretha margarita marguerite margherita margit margery marjorie margot maggie meg peggy greta grete gretchen
elizabeth elisabeth elisabetta isabel isabella isabelle isobel elspeth eliza elise lise lisa liz lizzie betty beth betsy bess libby elsa else elzbieta erzsebet alzbeta elisaveta elizaveta yelizaveta lisbeth
catherine katherine katharina katharine kathryn kathleen caterina catalina catarina ekaterina yekaterina katarina katarzyna katalin kate kathy cathy katie kitty katrin karin karen
anne anna ann annie hannah hanna ana anya anita annette nancy
jane joan joanna johanna joanne jeanne giovanna juana joana janet jeannette jana ivana
helen helena helene elena ellen yelena jelena alena ilona elaine
eleanor eleonora eleonore leonora lenore nell nellie nora ella
alice alicia alix
adelaide adelheid adele heidi
agnes agnese ines inez
amelia amalia amalie
beatrice beatrix beatriz bea
bridget brigitte brigitta brigida
barbara barbra babette varvara
dorothy dorothea dorotea dorothee dora dolly dot dottie
florence florrie flo
frances francesca francisca franziska francoise fanny fran
josephine giuseppina josefina josefine josefa josepha josie
caroline carolina karoline karolina carrie
cecilia cecile caecilia cecily celia
charlotte carlotta carlota lotte lottie
christine christina cristina kristina kristin kirsten tina chris
clara klara claire clare chiara
deborah debora debbie
emily emilia emilie
eva eve ewa
gertrude gertrud geertruida trudy trude
gwendolen gwendolyn gwendoline gwen
harriet henrietta henriette enriqueta hattie
irene irina irena
judith judit giuditta judy
julia julie giulia yulia julija
louise luise luisa louisa lulu
lucy lucia lucie luzia
magdalena magdalene madeleine madeline maddalena lena
martha marta marthe
matilda mathilda mathilde matilde tilly
natalia natalie nathalie natalya natalija nataliya natasha
pamela pam
patricia patrizia patty patsy pat
paula paola pauline paulina
rachel rachele raquel rahel
rebecca rebekah becky
rose rosa rosie
sarah sara sally sadie
sophia sofia sophie sofie zofia sofya sonia sonja sonya
stephanie stefania estefania
susan susanna susannah suzanne susanne susana zsuzsanna sue susie suzy
teresa theresa therese teresia tereza tess terry
veronica veronika veronique
victoria viktoria vittoria vicky
virginia virginie ginny
wilhelmina wilhelmine wilma mina minnie
`;

const LINES: readonly (readonly string[])[] = FORMS.trim()
  .split('\n')
  .map((line) => line.split(' '));
const LONGEST = 13;

const LINES_OF: ReadonlyMap<string, readonly number[]> = linesByForm(LINES);

function linesByForm(lines: readonly (readonly string[])[]): ReadonlyMap<string, readonly number[]> {
  const byForm = new Map<string, number[]>();
  for (const [line, forms] of lines.entries()) {
    for (const form of forms) {
      const known = byForm.get(form);
      if (known === undefined) byForm.set(form, [line]);
      else known.push(line);
    }
  }
  return byForm;
}

/** The given names that a folded word is a form of, by number; `undefined` for most words. Cost: a look-up. */
export function givenNamesOf(word: string): readonly number[] | undefined {
  return word.length > LONGEST ? undefined : LINES_OF.get(word);
}

/** Whether two words that are forms of these given names may be the same name; two that are short for several need not be ("Al", "Fred"). */
export function shareGivenName(a: readonly number[], b: readonly number[]): boolean {
  if (a.length > 1 && b.length > 1) return false;
  for (const line of a) if (b.includes(line)) return true;
  return false;
}

/** All forms of the given names that a folded word is a form of, each once, itself among them; none for most words. Cost: a look-up for most words. */
export function formsOfGivenName(word: string): readonly string[] {
  const lines = givenNamesOf(word);
  return lines === undefined ? [] : [...new Set(lines.flatMap((line) => LINES[line] ?? []))];
}
