;; Evaluated inside the sealed interpreter before it is sealed. What programs expect of Clojure on Java: classes with their static
;; functions, exceptions, and functions of the core whose own forms mean something else here.

(ns Integer)
(def parseInt js/javaMethods.parseInteger)
(def valueOf js/javaMethods.parseInteger)
(defn toString [n] (str n))
(def MAX_VALUE 2147483647)
(def MIN_VALUE -2147483648)

(ns Long)
(def parseLong js/javaMethods.parseWhole)
(def valueOf js/javaMethods.parseWhole)
(defn toString [n] (str n))

(ns Double)
(def parseDouble js/javaMethods.parseFloating)
(def valueOf js/javaMethods.parseFloating)
(defn isNaN [n] (js/Number.isNaN n))
(defn toString [n] (str n))

(ns Float)
(def parseFloat js/javaMethods.parseFloating)

(ns Boolean)
(defn parseBoolean [s] (and (string? s) (= "true" (clojure.string/lower-case s))))

(ns Character)
(def isDigit js/javaMethods.characters.isDigit)
(def isLetter js/javaMethods.characters.isLetter)
(def isLetterOrDigit js/javaMethods.characters.isLetterOrDigit)
(def isUpperCase js/javaMethods.characters.isUpperCase)
(def isLowerCase js/javaMethods.characters.isLowerCase)
(def isWhitespace js/javaMethods.characters.isWhitespace)
(def isAlphabetic js/javaMethods.characters.isAlphabetic)
(def toUpperCase js/javaMethods.characters.toUpperCase)
(def toLowerCase js/javaMethods.characters.toLowerCase)
(def getNumericValue js/javaMethods.characters.getNumericValue)
(def toString js/javaMethods.characters.toString)

(ns String)
(defn valueOf [x] (if (nil? x) "null" (str x)))
(defn join [separator parts] (clojure.string/join separator parts))
(defn format [template & args] (js/javaMethods.format template (to-array args) (fn [x] (str x))))

(ns Math)
(def PI js/Math.PI)
(def E js/Math.E)
(def abs js/Math.abs)
(def sqrt js/Math.sqrt)
(def cbrt js/Math.cbrt)
(def pow js/Math.pow)
(def exp js/Math.exp)
(def log js/Math.log)
(def log10 js/Math.log10)
(def floor js/Math.floor)
(def ceil js/Math.ceil)
(def round js/Math.round)
(def max js/Math.max)
(def min js/Math.min)
(def sin js/Math.sin)
(def cos js/Math.cos)
(def tan js/Math.tan)
(def asin js/Math.asin)
(def acos js/Math.acos)
(def atan js/Math.atan)
(def atan2 js/Math.atan2)
(def hypot js/Math.hypot)
(def signum js/Math.sign)
(def random js/Math.random)
(defn floorMod [x y] (if (zero? y) (throw (js/Error. "/ by zero")) (clojure.core/mod x y)))
(defn floorDiv [x y] (if (zero? y) (throw (js/Error. "/ by zero")) (js/Math.floor (clojure.core// x y))))
(defn toRadians [x] (* (clojure.core// x 180.0) js/Math.PI))
(defn toDegrees [x] (clojure.core// (* x 180.0) js/Math.PI))

(ns java.util.regex.Pattern)
(defn quote [s] (str "\\Q" s "\\E"))
(defn compile [s] (js/javaRegex.compile s))

(ns Pattern)
(def quote java.util.regex.Pattern/quote)
(def compile java.util.regex.Pattern/compile)

(ns java-text)
;; Looked up once: going through js for each call is slow.
(def regex-replace js/javaRegex.replace)
(def regex-expand js/javaRegex.expand)
(def regex-split js/javaRegex.split)
(def regex-compile js/javaRegex.compile)
(def regex-finds js/javaRegex.finds)
(def regex-asregex js/javaRegex.asRegex)
(def java-format js/javaMethods.format)
(def java-call js/javaMethods.call)
(defn- found-value [found]
  (if (= 1 (alength found)) (aget found 0) (vec found)))
(defn- need-text [s]
  (if (nil? s) (throw (js/Error. "a text is needed, not nil")) (str s)))
(defn- only-text [s]
  (if (string? s) s (throw (js/Error. (str "a text is needed, not " (if (nil? s) "nil" (pr-str s)))))))
(defn- of-anything [operation] (fn [s & more] (apply operation (need-text s) more)))
(defn- of-texts [operation] (fn [s & more] (apply operation (only-text s) more)))
(def upper-case (of-anything clojure.string/upper-case))
(def lower-case (of-anything clojure.string/lower-case))
(def capitalize (of-anything clojure.string/capitalize))
(def includes? (of-anything clojure.string/includes?))
(def starts-with? (of-anything clojure.string/starts-with?))
(def ends-with? (of-anything clojure.string/ends-with?))
(def index-of (of-anything clojure.string/index-of))
(def last-index-of (of-anything clojure.string/last-index-of))
(def trim (of-texts clojure.string/trim))
(def triml (of-texts clojure.string/triml))
(def trimr (of-texts clojure.string/trimr))
(def trim-newline (of-texts clojure.string/trim-newline))
(def escape (of-texts clojure.string/escape))
(defn blank? [s] (or (nil? s) (clojure.string/blank? (only-text s))))
(defn- replacer [s match replacement most]
  (let [s (need-text s)]
    (cond
      (string? match) (if (= most 1)
                        (let [at (.indexOf s match)]
                          (if (neg? at) s (str (subs s 0 at) replacement (subs s (+ at (count match))))))
                        (.join (.split s match) (str replacement)))
      (string? replacement) (regex-replace s match (fn [found] (regex-expand replacement found)) most)
      (or (fn? replacement) (map? replacement) (keyword? replacement))
      (regex-replace s match (fn [found] (str (replacement (found-value found)))) most)
      :else (throw (js/Error. (str "Invalid match arg: " match))))))
(defn replace [s match replacement] (replacer s match replacement js/Infinity))
(defn replace-first [s match replacement] (replacer s match replacement 1))
(defn split
  ([s re] (split s re 0))
  ([s re limit] (vec (regex-split (only-text s) re limit))))
(defn split-lines [s] (vec (regex-split (only-text s) "\\r?\\n" 0)))
(defn re-pattern [s] (if (string? s) (regex-compile s) s))
(defn re-find [re s]
  (let [found (first (js/Array.from (regex-finds re (only-text s))))]
    (when found (found-value found))))
(defn re-seq [re s]
  (seq (map found-value (js/Array.from (regex-finds re (only-text s))))))
(defn re-matches [re s]
  (let [found (.exec (.-whole (regex-asregex re)) (only-text s))]
    (when found (found-value found))))
(defn format [template & args] (java-format template (to-array args) (fn [x] (str x))))
(defn divide
  ([x] (divide 1 x))
  ([x y]
   (when-not (and (number? x) (number? y)) (throw (js/Error. "a number is needed to divide")))
   (if (and (zero? y) (int? x) (int? y)) (throw (js/Error. "Divide by zero")) (clojure.core// x y)))
  ([x y & more] (reduce divide (divide x y) more)))
(defn- whole-division [operation]
  (fn [x y]
    (when-not (and (number? x) (number? y)) (throw (js/Error. "a number is needed to divide")))
    (if (zero? y) (throw (js/Error. "Divide by zero")) (operation x y))))
(def quot (whole-division clojure.core/quot))
(def rem (whole-division clojure.core/rem))
(def mod (whole-division clojure.core/mod))
(defn- arithmetic [name operation]
  (fn [& args]
    (doseq [x args]
      (when-not (number? x)
        (throw (js/Error. (str name ": a number is needed, not " (if (nil? x) "nil" (pr-str x)))))))
    (apply operation args)))
(def plus (arithmetic "+" clojure.core/+))
(def minus (arithmetic "-" clojure.core/-))
(def times (arithmetic "*" clojure.core/*))
(def inc (arithmetic "inc" clojure.core/inc))
(def dec (arithmetic "dec" clojure.core/dec))
(defn- comparison [name operation]
  (arithmetic name operation))
(def less (comparison "<" clojure.core/<))
(def more (comparison ">" clojure.core/>))
(def at-most (comparison "<=" clojure.core/<=))
(def at-least (comparison ">=" clojure.core/>=))
(defn int [x]
  (cond
    (number? x) (if (js/Number.isFinite x) (js/Math.trunc x) (throw (js/Error. (str "Value out of range for int: " x))))
    (string? x) (throw (js/Error. "(int …) of a character is not available here: write (.codePointAt \"a\" 0)"))
    :else (throw (js/Error. "a number is needed for int"))))
(def long int)
(defn subs
  ([s start] (subs s start (count s)))
  ([s start end]
   (java-call "substring" s start end)))
(defn call [name value & args]
  (apply java-call name value args))
(js/javaMethods.setCollectionMethods
  (js-obj "size" count "isEmpty" empty? "get" (fn [c k] (if (sequential? c) (nth c k) (get c k)))
          "contains" (fn [c x] (if (set? c) (contains? c x) (boolean (some #(= x %) c))))
          "containsKey" contains? "indexOf" (fn [c x] (let [at (.indexOf (to-array c) x)] at))
          "toString" str "equals" =))

(ns user
  (:refer-clojure :exclude [.. re-pattern re-find re-seq re-matches format quot rem mod inc dec int long subs])
  (:require [clojure.string :as str] [clojure.string :as string] [clojure.set :as set] [clojure.walk :as walk] [clojure.edn :as edn]
            [java-text :refer [re-pattern re-find re-seq re-matches format quot rem mod inc dec int long subs]]))
(def Exception js/Error)
(def Throwable js/Error)
(def RuntimeException js/Error)
(def IllegalArgumentException js/Error)
(def NumberFormatException js/Error)
(def ArithmeticException js/Error)
(def NullPointerException js/Error)
(def ClassCastException js/Error)
(def IndexOutOfBoundsException js/Error)
(def StringIndexOutOfBoundsException js/Error)
(defmacro ..
  ([x form] (if (seq? form)
              (list* 'java-text/call (name (first form)) x (rest form))
              (list 'java-text/call (name form) x)))
  ([x form & more] (list* '.. (list '.. x form) more)))
